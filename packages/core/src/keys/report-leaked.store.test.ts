import { leakReportLimits } from '@sluice/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { run } from '../pipeline/run.ts'
import { newOrganization, openTestCore, type TestCore } from '../testing/core.ts'
import { mintKeyString } from './key-string.ts'

let core: TestCore
beforeAll(() => {
  core = openTestCore()
})
afterAll(() => core.close())

let organization: Awaited<ReturnType<typeof newOrganization>>
let address: string
let networks = 0
beforeEach(async () => {
  organization = await newOrganization(core)
  networks += 1
  address = `2001:db8:0:${networks}::1`
})

const report = (body: unknown) =>
  run(core, {
    ...{ name: 'leakedKeys.report', keyString: undefined, address, requestId: 'report' },
    ...{ ifMatch: undefined, params: {}, query: {}, readBody: async () => body },
  })
const accepted = { output: { status: 'Accepted' }, rate: { name: 'open' } }
const get = (keyId: string) => organization.act('keys.get', { params: { keyId }, query: {} })
const entries = async () => {
  const query = { operation: 'leakedKeys.report' }
  return (await organization.act('audit.list', { query })).items
}
const choose = (leakedKeys: 'notify' | 'revoke') =>
  organization.act('organization.update', { body: { leakedKeys } })

describe('a leak report', () => {
  test('marks an existing key and is audited once per key', async () => {
    const key = await organization.mint()
    expect(await report({ strings: [key.key] })).toMatchObject(accepted)
    expect(await get(key.id)).toMatchObject({
      status: 'Active',
      leakedAt: core.clock().toISOString(),
    })
    expect(await organization.useKey(key.key)).toBe('in')
    await report({ text: `again: ${key.key}` })
    expect(await entries()).toMatchObject([
      {
        actor: { type: 'system', id: 'leak-report' },
        ...{ address, resource: `KEY/${key.id}`, before: { leakedAt: null } },
      },
    ])
  })

  test('revokes the key if the organization has chosen that', async () => {
    await choose('revoke')
    const key = await organization.mint()
    await report({ text: `curl -H "X-Api-Key: ${key.key}" https://api.example` })
    expect(await get(key.id)).toMatchObject({
      status: 'Revoked',
      revokedBy: { type: 'system', id: 'leak-report' },
    })
    expect(await organization.useKey(key.key)).toBe('key-revoked')
  })

  test('revokes a key that was marked before the organization chose revocation', async () => {
    const key = await organization.mint()
    await report({ strings: [key.key] })
    await choose('revoke')
    await report({ strings: [key.key] })
    expect((await get(key.id)).status).toBe('Revoked')
    expect(await entries()).toHaveLength(2)
  })

  test('only marks an expired key', async () => {
    await choose('revoke')
    const expiresAt = new Date(core.clock().getTime() + 1000).toISOString()
    const key = await organization.mint({ expiresAt })
    core.advance(1)
    await report({ strings: [key.key] })
    expect(await get(key.id)).toMatchObject({ status: 'Expired', leakedAt: expect.any(String) })
  })

  test('accepts concurrent reports of one key and is audited once', async () => {
    await choose('revoke')
    const key = await organization.mint()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => report({ strings: [key.key] })),
    )
    for (const answer of answers) expect(answer).toMatchObject(accepted)
    expect(await entries()).toHaveLength(1)
  })

  test('is answered alike for made-up keys and changes none', async () => {
    const key = await organization.mint()
    const madeUp = mintKeyString('Admin').keyString
    for (const text of ['nothing here', madeUp, key.key.slice(0, -1), key.display]) {
      expect(await report({ text })).toMatchObject(accepted)
    }
    expect((await get(key.id)).leakedAt).toBeNull()
  })

  test('needs the whole key string, not only an existing id', async () => {
    const key = await organization.mint()
    const { keyString } = mintKeyString('Admin')
    await core.db.key.update({ where: { id: key.id }, data: { id: keyString.slice(6, 18) } })
    expect(await report({ strings: [keyString] })).toMatchObject(accepted)
    expect((await get(keyString.slice(6, 18))).leakedAt).toBeNull()
  })
})

const keyShaped = () => mintKeyString('Admin').keyString

test('a key is found among as many made-up ones as a report can have', async () => {
  const key = await organization.mint()
  const others = Array.from({ length: leakReportLimits.keys - 1 }, keyShaped)
  expect(await report({ text: [...others, key.key].join(' ') })).toMatchObject(accepted)
  expect((await get(key.id)).leakedAt).not.toBeNull()
})

describe('an invalid leak report', () => {
  test.each([
    ['without anything in it', {}, '/body'],
    [
      'with too many strings',
      { strings: Array(leakReportLimits.strings + 1).fill('a') },
      '/body/strings',
    ],
    [
      'with too many key strings',
      { text: Array.from({ length: leakReportLimits.keys + 1 }, keyShaped).join('\n') },
      '/body',
    ],
    ['with a string that is too long', { strings: ['a'.repeat(1001)] }, '/body/strings/0'],
    ['with a text that is too long', { text: 'a'.repeat(500_001) }, '/body/text'],
  ])('is rejected %s', async (_what, body, pointer) => {
    const answer = await report(body)
    expect(answer).toMatchObject({ problem: { code: 'invalid-request', errors: [{ pointer }] } })
  })

  test('is rejected when its address has reported too often', async () => {
    const answers = await Promise.all(Array.from({ length: 61 }, () => report({})))
    const limited = answers.filter(
      (answer) => 'problem' in answer && answer.problem.code === 'rate-limited',
    )
    expect(limited).toHaveLength(1)
  })
})
