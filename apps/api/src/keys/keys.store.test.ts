import { type Scope, tiers } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { everything, keyCalls } from '../testing/key-calls.ts'
import { send } from '../testing/send.ts'
import { statusAndCode, useTenant } from '../testing/use-tenant.ts'

const at = useTenant()
const { create, update, inSeconds } = keyCalls(at)

describe('a scope that matches keys only', () => {
  const scopes: Scope[] = [...everything, { action: 'admin', resourceFilter: 'KEY/#' }]
  const faulty = [{ pointer: '/body/scopes/1/resourceFilter', detail: /External key/ }]

  test('is rejected when an External key is created or updated', async () => {
    const made = await create({ scopes })
    const { json } = await create({})
    const changed = await update(json.id, { scopes })
    for (const answer of [made, changed]) {
      expect(statusAndCode(answer)).toEqual([400, 'invalid-request'])
      expect(answer.json.errors).toMatchObject(
        faulty.map(({ pointer, detail }) => ({ pointer, detail: expect.stringMatching(detail) })),
      )
    }
  })

  test('is accepted for an Admin key', async () => {
    expect((await create({ keyType: 'Admin', scopes })).status).toBe(201)
  })
})

describe('a created key', () => {
  test('is returned with its string, which authenticates', async () => {
    const { status, json, headers } = await create({ name: '  Weather partner ' })
    expect(status).toBe(201)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(json.key).toMatch(/^svcex_[0-9A-Za-z]{12}_[0-9A-Za-z]{49}$/)
    expect(json).toMatchObject({
      id: json.key.split('_')[1],
      keyType: 'External',
      name: 'Weather partner',
      scopes: everything,
      allowedIpCidrs: [],
      budgetShare: null,
      expiresAt: null,
      status: 'Active',
      display: `svcex_${json.id}_...${json.key.slice(-4)}`,
      createdAt: at.api.clock().toISOString(),
      createdBy: { type: 'key', name: 'test' },
      lastUsedAt: null,
      revokedAt: null,
      revokedBy: null,
    })
    const self = await send(at.api.url, 'keys.self', {}, json.key)
    expect(self.json).toMatchObject({ id: json.id, organizationId: at.tenant.id })
  })

  test('does not show its string in later answers, audit entries or stored records', async () => {
    const { json } = await create({ keyType: 'Admin' })
    const { id, key } = json
    const params = { keyId: id }
    const answers = [
      await send(at.api.url, 'keys.get', { params }, at.admin),
      await send(at.api.url, 'keys.list', {}, at.admin),
      await send(at.api.url, 'keys.self', {}, key),
      await update(id, { name: 'renamed' }),
      await send(at.api.url, 'things.get', { params: { thingId: 'nope' } }, key),
      await send(at.api.url, 'keys.revoke', { params }, at.admin),
      await send(at.api.url, 'keys.self', {}, key),
    ]
    const secret = key.slice(-49, -4)
    for (const { text } of answers) expect(text).not.toContain(secret)
    const where = { organizationId: at.tenant.id }
    const kept = [
      await at.api.core.db.auditEntry.findMany({ where }),
      await at.api.core.db.key.findMany({ where }),
    ]
    const text = JSON.stringify(kept, (_, value) => (typeof value === 'bigint' ? 0 : value))
    expect(text).toContain(id)
    expect(text).not.toContain(secret)
  })

  test('has a canonical allow-list and an expiry in UTC', async () => {
    const { json } = await create({
      allowedIpCidrs: ['2001:DB8::/32', '::ffff:192.0.2.7', '192.0.2.7'],
      expiresAt: '2026-06-01T14:00:01+02:00',
    })
    expect(json.allowedIpCidrs).toEqual(['2001:db8::/32', '192.0.2.7'])
    expect(json.expiresAt).toBe('2026-06-01T12:00:01.000Z')
  })

  test('is rejected from the instant of its expiry', async () => {
    const { json } = await create({ expiresAt: inSeconds(60) })
    at.api.clock.advance(59.999)
    expect((await send(at.api.url, 'keys.self', {}, json.key)).status).toBe(200)
    at.api.clock.advance(0.001)
    const answer = await send(at.api.url, 'keys.self', {}, json.key)
    expect(statusAndCode(answer)).toEqual([401, 'key-expired'])
  })
})

describe('an invalid key', () => {
  test('is rejected with all faults at once, each with a pointer', async () => {
    const answer = await create({
      keyType: 'Guest',
      name: ' ',
      scopes: [
        { action: 'delete', resourceFilter: '#' },
        { action: 'read', resourceFilter: 'PLACE/Site/oslo/THING/#' },
        { action: 'read', resourceFilter: 'THING//x', note: 'x' },
      ],
      allowedIpCidrs: ['300.0.0.1', '192.0.2.7/24', '10.0.0.0/33'],
      expiresAt: '2020-01-01T00:00:00Z',
      organizationId: 'other',
    })
    expect(statusAndCode(answer)).toEqual([400, 'invalid-request'])
    expect(answer.json.detail).toBe('The request has 11 faults; see errors.')
    const found = Object.fromEntries(
      answer.json.errors.map(({ pointer, detail }: Record<string, string>) => [pointer, detail]),
    )
    expect(found).toEqual({
      '/body/keyType': 'must be External or Admin',
      '/body/name': 'must not be empty',
      '/body/scopes/0/action': 'must be read, write, admin or *',
      '/body/scopes/1/resourceFilter': expect.stringContaining('PLACE/Site/oslo/THING/#/#'),
      '/body/scopes/2/resourceFilter': expect.stringContaining('has an empty segment'),
      '/body/scopes/2/note': 'is not a known field',
      '/body/allowedIpCidrs/0': expect.stringContaining('must be *, an IPv4 or IPv6 address'),
      '/body/allowedIpCidrs/1': 'has host bits set; the network is 192.0.2.0/24',
      '/body/allowedIpCidrs/2': 'must have a prefix length of 0 to 32',
      '/body/expiresAt': 'must be in the future',
      '/body/organizationId': expect.stringMatching(/^is not a known field; there are keyType, /),
    })
  })

  test.each([
    ['no scopes', { scopes: [] }, '/body/scopes', 'must have at least one scope'],
    [
      'an expiry without an offset',
      { expiresAt: '2027-01-01T00:00:00' },
      '/body/expiresAt',
      /offset/,
    ],
    ['an expiry right now', { expiresAt: '2026-06-01T12:00:00Z' }, '/body/expiresAt', /future/],
    ['an expiry that is a number', { expiresAt: 1893456000 }, '/body/expiresAt', /ISO 8601/],
    [
      'an allow-list entry that is no text',
      { allowedIpCidrs: [7] },
      '/body/allowedIpCidrs/0',
      /string/,
    ],
    ['an allow-list that is no list', { allowedIpCidrs: '*' }, '/body/allowedIpCidrs', /array/],
    ['a budget share of 0', { budgetShare: 0 }, '/body/budgetShare', /at least 1/],
    ['a budget share of 100', { budgetShare: 100 }, '/body/budgetShare', /at most 99/],
    ['a budget share of half a percent', { budgetShare: 0.5 }, '/body/budgetShare', /whole number/],
    ['too many scopes', { scopes: Array(101).fill(everything[0]) }, '/body/scopes', /100/],
    ['too long a name', { name: 'x'.repeat(201) }, '/body/name', /200/],
  ])('with %s is rejected', async (_, body, pointer, detail) => {
    const { status, json } = await create(body)
    expect(status).toBe(400)
    expect(json.errors).toEqual([{ pointer, detail: expect.stringMatching(detail) }])
  })

  test('creates no key and no audit entry', async () => {
    const count = async () => [
      await at.api.core.db.key.count({ where: { organizationId: at.tenant.id } }),
      await at.api.core.db.auditEntry.count({ where: { organizationId: at.tenant.id } }),
    ]
    const before = await count()
    await create({ name: '' })
    await create({}, (await at.tenant.mint({ keyType: 'External' })).key)
    const [keys = 0, entries = 0] = before
    expect(await count()).toEqual([keys + 1, entries + 1])
  })
})

describe('creating a key', () => {
  test('needs a key of the type Admin, whatever its scopes', async () => {
    const { key } = await at.tenant.mint({ keyType: 'External' })
    for (const answer of [
      await create({}, key),
      await update((await at.tenant.mint()).id, { name: 'x' }, key),
      await send(at.api.url, 'keys.list', {}, key),
    ]) {
      expect(statusAndCode(answer)).toEqual([403, 'key-type-not-allowed'])
    }
  })

  test('needs admin on keys; read and write do not suffice', async () => {
    for (const action of ['read', 'write'] as const) {
      const { key } = await at.tenant.mint({ scopes: [{ action, resourceFilter: '#' }] })
      expect(statusAndCode(await create({}, key))).toEqual([403, 'scope-missing'])
    }
  })

  test('needs admin on all keys; admin on one does not suffice', async () => {
    const { id } = await at.tenant.mint()
    const scopes: Scope[] = [{ action: 'admin', resourceFilter: `KEY/${id}` }]
    const { key } = await at.tenant.mint({ scopes })
    const answer = await create({ keyType: 'Admin', scopes }, key)
    expect(statusAndCode(answer)).toEqual([403, 'scope-missing'])
    expect(answer.json.detail).not.toContain(id)
  })

  test('is limited to scopes within the caller’s own', async () => {
    const scopes: Scope[] = [
      { action: 'admin', resourceFilter: 'KEY/#' },
      { action: 'read', resourceFilter: 'PLACE/Site/yard/THING/#/#' },
    ]
    const { key } = await at.tenant.mint({ scopes })
    const within = { action: 'read', resourceFilter: 'PLACE/Site/yard/THING/truck/#' }
    expect((await create({ scopes: [within] }, key)).status).toBe(201)
    for (const beyond of [
      { action: 'write', resourceFilter: 'PLACE/Site/yard/THING/#/#' },
      { action: 'read', resourceFilter: 'PLACE/Site/#/THING/#/#' },
      { action: '*', resourceFilter: 'KEY/#' },
      { action: 'read', resourceFilter: '#' },
    ]) {
      const answer = await create({ keyType: 'Admin', scopes: [within, beyond] }, key)
      expect(statusAndCode(answer)).toEqual([403, 'scope-missing'])
      expect(answer.json.detail).toContain(`"resourceFilter": "${beyond.resourceFilter}"`)
    }
  })
})

describe('keys.self', () => {
  test('works for a key of any type and scope and returns its budget', async () => {
    const scopes: Scope[] = [{ action: 'write', resourceFilter: 'THING/a/b' }]
    const { key, id } = await at.tenant.mint({ keyType: 'External', scopes })
    const { json, headers } = await send(at.api.url, 'keys.self', {}, key)
    expect(json).toMatchObject({ id, keyType: 'External', scopes, organizationId: at.tenant.id })
    const [standard, dataRead] = [tiers.standard, tiers['data-read']].map((figures) => ({
      ...{ ...figures, remaining: figures.burst, fullInSeconds: 0, share: null, failures: null },
    }))
    expect(json.limits).toEqual([
      { ...standard, tier: 'standard', remaining: 999, fullInSeconds: 1 },
      { ...dataRead, tier: 'data-read' },
    ])
    expect(headers.get('ratelimit')).toBe('"standard";r=999;t=1')
  })

  test('returns only the requested fields', async () => {
    const { json } = await send(
      at.api.url,
      'keys.self',
      { query: { fields: 'id,limits.tier' } },
      at.admin,
    )
    expect(json).toEqual({
      id: expect.any(String),
      limits: [{ tier: 'standard' }, { tier: 'data-read' }],
    })
  })
})
