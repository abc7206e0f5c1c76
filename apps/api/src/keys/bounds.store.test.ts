import type { Call, Scope } from '@sluice/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { everything, keyCalls } from '../testing/key-calls.ts'
import { send } from '../testing/send.ts'
import { type Answer, statusAndCode, useTenant } from '../testing/use-tenant.ts'

const at = useTenant()
const { create, update, read, inSeconds } = keyCalls(at)

type Draft = Partial<Call<'keys.create'>['body']>

const rotate = (keyId: string, key: string, body = {}) =>
  send(at.api.url, 'keys.rotate', { params: { keyId }, body }, key)

/** The addresses of the tests' calls, which every allow-list contains. */
const clients = '10.0.0.0/8'
const refused = [403, 'key-exceeds-caller']

function faults(answer: Answer) {
  return answer.json.errors.map((one: { pointer: string; detail: string }) => [
    one.pointer,
    one.detail,
  ])
}

describe('a key with an expiry', () => {
  test('cannot create a key that expires later', async () => {
    const expiresAt = inSeconds(600)
    const { key } = await at.tenant.mint({ expiresAt })
    for (const later of [null, inSeconds(601)]) {
      const answer = await create({ expiresAt: later }, key)
      expect(statusAndCode(answer)).toEqual(refused)
      expect(faults(answer)).toEqual([
        ['/body/expiresAt', `must be no later than ${expiresAt}, when the calling key expires`],
      ])
    }
    expect((await create({ expiresAt }, key)).status).toBe(201)
  })

  test('cannot move its own expiry, or another key’s, beyond its own', async () => {
    const expiresAt = inSeconds(600)
    const { key, id } = await at.tenant.mint({ expiresAt })
    const other = await at.tenant.mint({ expiresAt: inSeconds(60) })
    for (const keyId of [id, other.id]) {
      expect(statusAndCode(await update(keyId, { expiresAt: null }, key))).toEqual(refused)
      const later = { expiresAt: inSeconds(601) }
      expect(statusAndCode(await update(keyId, later, key))).toEqual(refused)
    }
    expect((await update(other.id, { expiresAt }, key)).status).toBe(200)
  })

  test('cannot rotate a key that expires later, because it would receive its string', async () => {
    const { key } = await at.tenant.mint({ expiresAt: inSeconds(600) })
    const other = await at.tenant.mint({ expiresAt: inSeconds(601) })
    const answer = await rotate(other.id, key, { overlapSeconds: 60 })
    expect(statusAndCode(answer)).toEqual(refused)
    expect(faults(answer)).toEqual([['/params/keyId', expect.stringContaining('calling key')]])
    expect((await read(other.id)).json.expiresAt).toBe(inSeconds(601))
  })

  test('can rotate itself, and neither string outlives its expiry', async () => {
    const expiresAt = inSeconds(600)
    const { key, id } = await at.tenant.mint({ expiresAt })
    const made = await rotate(id, key, { overlapSeconds: 86_400 })
    expect(made.status, made.text).toBe(201)
    expect([made.json.expiresAt, (await read(id)).json.expiresAt]).toEqual([expiresAt, expiresAt])
  })
})

describe('a key with an allow-list', () => {
  test('cannot create a key with a wider one, and the nearest is suggested', async () => {
    const { key } = await at.tenant.mint({ allowedIpCidrs: [clients, '192.0.2.0/24'] })
    for (const open of [[], ['*']]) {
      const answer = await create({ allowedIpCidrs: open }, key)
      expect(statusAndCode(answer)).toEqual(refused)
      expect(faults(answer)).toEqual([
        [
          '/body/allowedIpCidrs',
          'must be within the allow-list of the calling key: 10.0.0.0/8, 192.0.2.0/24',
        ],
      ])
    }
    const answer = await create({ allowedIpCidrs: ['192.0.2.7', '192.0.0.0/16', '::/0'] }, key)
    expect(statusAndCode(answer)).toEqual(refused)
    expect(faults(answer)).toEqual([
      [
        '/body/allowedIpCidrs/1',
        '192.0.0.0/16 is not within the allow-list of the calling key; the nearest is 192.0.2.0/24',
      ],
      [
        '/body/allowedIpCidrs/2',
        '::/0 is not within the allow-list of the calling key: 10.0.0.0/8, 192.0.2.0/24',
      ],
    ])
    const within = ['192.0.2.7', '192.0.2.128/25', clients]
    expect((await create({ allowedIpCidrs: within }, key)).status).toBe(201)
  })

  test('cannot widen its own, or another key’s beyond it', async () => {
    const { key, id } = await at.tenant.mint({ allowedIpCidrs: [clients] })
    const other = await at.tenant.mint({ allowedIpCidrs: ['192.0.2.7'] })
    for (const keyId of [id, other.id]) {
      for (const allowedIpCidrs of [[], ['*'], [clients, '192.0.2.0/24']]) {
        expect(statusAndCode(await update(keyId, { allowedIpCidrs }, key))).toEqual(refused)
      }
    }
    expect((await update(other.id, { allowedIpCidrs: ['10.1.0.0/16'] }, key)).status).toBe(200)
  })

  test('cannot rotate a key that may call from other addresses', async () => {
    const { key } = await at.tenant.mint({ allowedIpCidrs: [clients] })
    const other = await at.tenant.mint({ allowedIpCidrs: ['192.0.2.7'] })
    expect(statusAndCode(await rotate(other.id, key))).toEqual(refused)
    expect((await read(other.id)).json.status).toBe('Active')
  })
})

describe('a key with a budget share', () => {
  test('cannot create a key with a larger one or none', async () => {
    const { key } = await at.tenant.mint({ budgetShare: 30 })
    for (const budgetShare of [null, 31]) {
      const answer = await create({ budgetShare }, key)
      expect(statusAndCode(answer)).toEqual(refused)
      expect(faults(answer)).toEqual([
        ['/body/budgetShare', 'must be at most 30, the share of the calling key'],
      ])
    }
    expect((await create({ budgetShare: 30 }, key)).status).toBe(201)
  })

  test('cannot raise its own share, or another key’s beyond it', async () => {
    const { key, id } = await at.tenant.mint({ budgetShare: 30 })
    const other = await at.tenant.mint({ budgetShare: 10 })
    for (const keyId of [id, other.id]) {
      expect(statusAndCode(await update(keyId, { budgetShare: null }, key))).toEqual(refused)
    }
    expect((await update(other.id, { budgetShare: 30 }, key)).status).toBe(200)
    expect(statusAndCode(await rotate((await at.tenant.mint()).id, key))).toEqual(refused)
  })
})

describe('a key that exceeds the caller', () => {
  const bounded: Draft = { allowedIpCidrs: [clients], budgetShare: 20 }

  test('can be narrowed, renamed and revoked by the caller', async () => {
    const { key } = await at.tenant.mint({ ...bounded, expiresAt: inSeconds(600) })
    const other = await at.tenant.mint({ scopes: [...everything, ...everything] })
    const narrower = [
      { name: 'renamed' },
      { expiresAt: inSeconds(3600) },
      { allowedIpCidrs: ['192.0.2.0/24'] },
      { budgetShare: 80 },
      { scopes: [{ action: 'read', resourceFilter: '#' }] },
    ]
    for (const body of narrower) {
      const answer = await update(other.id, body, key)
      expect(answer.status, answer.text).toBe(200)
    }
    const params = { keyId: other.id }
    expect((await send(at.api.url, 'keys.revoke', { params }, key)).status).toBe(200)
  })

  test('cannot be widened to the caller’s own bounds while others still exceed them', async () => {
    const { key } = await at.tenant.mint(bounded)
    const other = await at.tenant.mint({ budgetShare: 10, allowedIpCidrs: ['192.0.2.7'] })
    const answer = await update(other.id, { budgetShare: 20 }, key)
    expect(statusAndCode(answer)).toEqual(refused)
    expect(faults(answer)).toEqual([
      ['/body/allowedIpCidrs/0', expect.stringContaining('192.0.2.7 is not within')],
    ])
    const both = { budgetShare: 20, allowedIpCidrs: [clients] }
    expect((await update(other.id, both, key)).status).toBe(200)
  })
})

test('rotating a key with scopes beyond the caller’s is rejected without changes', async () => {
  const scopes: Scope[] = [{ action: 'admin', resourceFilter: 'KEY/#' }]
  const { key } = await at.tenant.mint({ scopes })
  const other = await at.tenant.mint({ scopes: [{ action: 'write', resourceFilter: '#' }] })
  const answer = await rotate(other.id, key)
  expect(statusAndCode(answer)).toEqual([403, 'scope-missing'])
  expect(faults(answer)).toEqual([['/params/keyId', expect.stringContaining('"write"')]])
  expect((await read(other.id)).json.status).toBe('Active')
})

test('an error lists every exceeded bound, with the nearest allowed value', async () => {
  const scopes: Scope[] = [
    { action: 'admin', resourceFilter: 'KEY/#' },
    { action: 'read', resourceFilter: 'THING/truck/#' },
  ]
  const { key } = await at.tenant.mint({ scopes, budgetShare: 5, expiresAt: inSeconds(60) })
  const wanted: Scope[] = [
    { action: '*', resourceFilter: 'THING/#/#' },
    { action: 'write', resourceFilter: 'ORGANIZATION' },
  ]
  const answer = await create({ scopes: wanted }, key)
  expect(statusAndCode(answer)).toEqual([403, 'scope-missing'])
  expect(faults(answer)).toEqual([
    [
      '/body/scopes/0',
      'the scopes of the calling key do not contain {"action": "*", "resourceFilter": "THING/#/#"}; the nearest that they contain is {"action": "read", "resourceFilter": "THING/truck/#"}',
    ],
    [
      '/body/scopes/1',
      'the scopes of the calling key do not contain {"action": "write", "resourceFilter": "ORGANIZATION"}',
    ],
    ['/body/expiresAt', expect.any(String)],
    ['/body/budgetShare', expect.any(String)],
  ])
})

test('the caller’s bounds are read from the database, not from the node’s cache', async () => {
  const { key, id } = await at.tenant.mint()
  expect((await create({}, key)).status).toBe(201)
  // As if by another node: this one still caches the wider key.
  const { knownKeys } = at.api.core
  const remembered = await knownKeys.find(id)
  await at.tenant.act('keys.update', { params: { keyId: id }, body: { budgetShare: 10 } })
  const { recall } = knownKeys
  onTestFinished(() => {
    knownKeys.recall = recall
  })
  knownKeys.recall = (wanted) => (wanted === id && remembered) || recall(wanted)
  expect(statusAndCode(await create({}, key))).toEqual(refused)
  await at.tenant.act('keys.revoke', { params: { keyId: id } })
  expect(statusAndCode(await create({ budgetShare: 10 }, key))).toEqual([401, 'key-revoked'])
})

test('keys.check reports an exceeded bound like the call itself', async () => {
  const { id } = await at.tenant.mint({ budgetShare: 10 })
  const body = { keyType: 'External', name: 'partner', scopes: everything }
  const call = { params: { keyId: id }, body: { operation: 'keys.create', body } }
  const { json } = await send(at.api.url, 'keys.check', call, at.admin)
  expect(json).toMatchObject({ allowed: false, problem: { code: 'key-exceeds-caller' } })
  expect(json.steps.find((one: { step: string }) => one.step === 'scope')).toMatchObject({
    result: 'failed',
  })
})
