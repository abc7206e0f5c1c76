import type { Scope } from '@sluice/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codeOf, send } from './testing/send.ts'
import { startApi, type TestApi } from './testing/start-api.ts'
import { newTenant, type Tenant } from './testing/tenant.ts'

let api: TestApi
let tenant: Tenant
let admin: string
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  tenant = await newTenant(api.core)
  admin = (await tenant.mint()).key
})

const everything: Scope[] = [{ action: '*', resourceFilter: '#' }]
const inSeconds = (seconds: number) =>
  new Date(api.clock().getTime() + seconds * 1000).toISOString()

function create(body: object, key = admin) {
  const draft = { keyType: 'External', name: 'partner', scopes: everything, ...body }
  return send(api.url, 'keys.create', { body: draft }, key)
}

function update(keyId: string, body: object, key = admin) {
  return send(api.url, 'keys.update', { params: { keyId }, body }, key)
}

function statusAndCode(answer: Awaited<ReturnType<typeof send>>) {
  return [answer.status, codeOf(answer)]
}

describe('a created key', () => {
  test('is answered whole, once, and works', async () => {
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
      createdAt: api.clock().toISOString(),
      createdBy: { type: 'key', name: 'test' },
      lastUsedAt: null,
      revokedAt: null,
      revokedBy: null,
    })
    const self = await send(api.url, 'keys.self', {}, json.key)
    expect(self.json).toMatchObject({ id: json.id, organizationId: tenant.id })
  })

  test('has its string in no later answer, audit row or stored record', async () => {
    const { json } = await create({ keyType: 'Admin' })
    const { id, key } = json
    const params = { keyId: id }
    const answers = [
      await send(api.url, 'keys.get', { params }, admin),
      await send(api.url, 'keys.list', {}, admin),
      await send(api.url, 'keys.self', {}, key),
      await update(id, { name: 'renamed' }),
      await send(api.url, 'things.get', { params: { thingId: 'nope' } }, key),
      await send(api.url, 'keys.revoke', { params }, admin),
      await send(api.url, 'keys.self', {}, key),
    ]
    const secret = key.slice(-49, -4)
    for (const { text } of answers) expect(text).not.toContain(secret)
    const where = { organizationId: tenant.id }
    const kept = [
      await api.core.db.auditEntry.findMany({ where }),
      await api.core.db.key.findMany({ where }),
    ]
    const text = JSON.stringify(kept, (_, value) => (typeof value === 'bigint' ? 0 : value))
    expect(text).toContain(id)
    expect(text).not.toContain(secret)
  })

  test('keeps its list in canonical form, and its expiry in UTC', async () => {
    const { json } = await create({
      allowedIpCidrs: ['2001:DB8::/32', '::ffff:192.0.2.7', '192.0.2.7'],
      expiresAt: '2026-06-01T14:00:01+02:00',
    })
    expect(json.allowedIpCidrs).toEqual(['2001:db8::/32', '192.0.2.7'])
    expect(json.expiresAt).toBe('2026-06-01T12:00:01.000Z')
  })

  test('stops at its very expiry', async () => {
    const { json } = await create({ expiresAt: inSeconds(60) })
    api.clock.advance(59.999)
    expect((await send(api.url, 'keys.self', {}, json.key)).status).toBe(200)
    api.clock.advance(0.001)
    const answer = await send(api.url, 'keys.self', {}, json.key)
    expect(statusAndCode(answer)).toEqual([401, 'key-expired'])
  })
})

describe('a draft', () => {
  test('has every fault listed at once, with a pointer', async () => {
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
      '/body/organizationId': 'is not a known field',
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
    ['an entry that is no text', { allowedIpCidrs: [7] }, '/body/allowedIpCidrs/0', /string/],
    ['a list that is none', { allowedIpCidrs: '*' }, '/body/allowedIpCidrs', /array/],
    ['a share of nothing', { budgetShare: 0 }, '/body/budgetShare', /at least 1/],
    ['a share of all', { budgetShare: 100 }, '/body/budgetShare', /at most 99/],
    ['a share of half a percent', { budgetShare: 0.5 }, '/body/budgetShare', /whole number/],
    ['too many scopes', { scopes: Array(101).fill(everything[0]) }, '/body/scopes', /100/],
    ['too long a name', { name: 'x'.repeat(201) }, '/body/name', /200/],
  ])('with %s is refused', async (_, body, pointer, detail) => {
    const { status, json } = await create(body)
    expect(status).toBe(400)
    expect(json.errors).toEqual([{ pointer, detail: expect.stringMatching(detail) }])
  })

  test('that is refused makes no key and no audit row', async () => {
    const count = async () => [
      await api.core.db.key.count({ where: { organizationId: tenant.id } }),
      await api.core.db.auditEntry.count({ where: { organizationId: tenant.id } }),
    ]
    const before = await count()
    await create({ name: '' })
    await create({}, (await tenant.mint({ keyType: 'External' })).key)
    const [keys = 0, entries = 0] = before
    expect(await count()).toEqual([keys + 1, entries + 1])
  })
})

describe('a key can be made only', () => {
  test('by a key of type Admin, whatever an External one’s scopes', async () => {
    const { key } = await tenant.mint({ keyType: 'External' })
    for (const answer of [
      await create({}, key),
      await update((await tenant.mint()).id, { name: 'x' }, key),
      await send(api.url, 'keys.list', {}, key),
    ]) {
      expect(statusAndCode(answer)).toEqual([403, 'key-type-not-allowed'])
    }
  })

  test('with admin on keys, which neither read nor write is', async () => {
    for (const action of ['read', 'write'] as const) {
      const { key } = await tenant.mint({ scopes: [{ action, resourceFilter: '#' }] })
      expect(statusAndCode(await create({}, key))).toEqual([403, 'scope-missing'])
    }
  })

  test('with scopes that the maker’s own contain', async () => {
    const scopes: Scope[] = [
      { action: 'admin', resourceFilter: 'KEY/#' },
      { action: 'read', resourceFilter: 'PLACE/Site/yard/THING/#/#' },
    ]
    const { key } = await tenant.mint({ scopes })
    const within = { action: 'read', resourceFilter: 'PLACE/Site/yard/THING/truck/#' }
    expect((await create({ scopes: [within] }, key)).status).toBe(201)
    for (const beyond of [
      { action: 'write', resourceFilter: 'PLACE/Site/yard/THING/#/#' },
      { action: 'read', resourceFilter: 'PLACE/Site/#/THING/#/#' },
      { action: '*', resourceFilter: 'KEY/#' },
      { action: 'read', resourceFilter: '#' },
    ]) {
      const answer = await create({ scopes: [within, beyond] }, key)
      expect(statusAndCode(answer)).toEqual([403, 'scope-missing'])
      expect(answer.json.detail).toContain(`"resourceFilter": "${beyond.resourceFilter}"`)
    }
  })
})

describe('an update', () => {
  test('changes name, scopes, list, budget share and expiry, and nothing else', async () => {
    const { json: before } = await create({ expiresAt: inSeconds(60) })
    const patch = {
      name: 'renamed',
      scopes: [{ action: 'read', resourceFilter: 'THING/#/#' }],
      allowedIpCidrs: ['10.0.0.0/8'],
      budgetShare: 25,
      expiresAt: inSeconds(120),
    }
    const { status, json } = await update(before.id, patch)
    const { key, ...record } = before
    expect(status).toBe(200)
    expect(json).toEqual({ ...record, ...patch, etag: '2', updatedAt: json.updatedAt })
    const { json: cleared } = await update(before.id, { expiresAt: null, allowedIpCidrs: [] })
    expect(cleared).toMatchObject({ name: 'renamed', expiresAt: null, allowedIpCidrs: [] })
    expect((await send(api.url, 'keys.self', {}, key)).status).toBe(200)
  })

  test.each([
    [{ expiresAt: '2026-06-01T11:59:59Z' }, '/body/expiresAt'],
    [{ allowedIpCidrs: ['192.0.2.7/24'] }, '/body/allowedIpCidrs/0'],
    [{ scopes: [] }, '/body/scopes'],
    [{ budgetShare: 100 }, '/body/budgetShare'],
    [{ name: '' }, '/body/name'],
    [{ name: null }, '/body/name'],
    [{ keyType: 'Admin' }, '/body/keyType'],
    [{ status: 'Active' }, '/body/status'],
    [{ id: 'other' }, '/body/id'],
  ])('to %j is refused', async (patch, pointer) => {
    const { json } = await create({})
    const answer = await update(json.id, patch)
    expect([answer.status, answer.json.errors[0].pointer]).toEqual([400, pointer])
  })

  test('cannot widen beyond the changer’s own scopes', async () => {
    const scopes: Scope[] = [{ action: 'admin', resourceFilter: 'KEY/#' }]
    const { key } = await tenant.mint({ scopes })
    const { id } = await tenant.mint({ keyType: 'External', scopes })
    const answer = await update(id, { scopes: everything }, key)
    expect(statusAndCode(answer)).toEqual([403, 'scope-missing'])
  })

  test('of what has changed meanwhile is refused', async () => {
    const { json } = await create({})
    const patch = (etag: string, name: string) =>
      send(api.url, 'keys.update', { params: { keyId: json.id }, body: { name } }, admin, {
        'If-Match': etag,
      })
    expect((await patch('"1"', 'first')).status).toBe(200)
    const late = await patch('"1"', 'second')
    expect(statusAndCode(late)).toEqual([412, 'precondition-failed'])
    const { json: kept } = await send(api.url, 'keys.get', { params: { keyId: json.id } }, admin)
    expect(kept.name).toBe('first')
  })

  test.each(['Expired', 'Revoked'])('of a key that is %s is refused for good', async (state) => {
    const { json } = await create(state === 'Expired' ? { expiresAt: inSeconds(1) } : {})
    if (state === 'Expired') api.clock.advance(1)
    else await send(api.url, 'keys.revoke', { params: { keyId: json.id } }, admin)
    for (const patch of [{ name: 'x' }, { expiresAt: null }, { expiresAt: inSeconds(60) }]) {
      expect(statusAndCode(await update(json.id, patch))).toEqual([409, 'key-not-active'])
    }
  })
})

describe('a revocation', () => {
  test('takes effect at once, is told of, and changes nothing the second time', async () => {
    const { json } = await create({})
    const revoke = () => send(api.url, 'keys.revoke', { params: { keyId: json.id } }, admin)
    const first = await revoke()
    expect(first.json).toMatchObject({
      status: 'Revoked',
      revokedAt: api.clock().toISOString(),
      revokedBy: { type: 'key', name: 'test' },
    })
    const refused = await send(api.url, 'keys.self', {}, json.key)
    expect(statusAndCode(refused)).toEqual([401, 'key-revoked'])
    api.clock.advance(60)
    const second = await revoke()
    expect([second.status, second.json]).toEqual([200, first.json])
    const where = { organizationId: tenant.id, operation: 'keys.revoke' }
    expect(await api.core.db.auditEntry.count({ where })).toBe(1)
  })

  test('of an expired key is refused, and the record is still there', async () => {
    const { json } = await create({ expiresAt: inSeconds(1) })
    api.clock.advance(1)
    const answer = await send(api.url, 'keys.revoke', { params: { keyId: json.id } }, admin)
    expect(statusAndCode(answer)).toEqual([409, 'key-not-active'])
    const { json: record } = await send(api.url, 'keys.get', { params: { keyId: json.id } }, admin)
    expect(record.status).toBe('Expired')
  })
})

describe('the list', () => {
  /** Every item, page by page. */
  async function all(query: Record<string, string>, key = admin) {
    const items: { id: string; status: string; createdAt: string }[] = []
    let cursor: string | null = null
    do {
      const call = { query: { ...query, ...(cursor !== null && { cursor }) } }
      const { status, json }: { status: number; json: { items: []; nextCursor: string | null } } =
        await send(api.url, 'keys.list', call, key)
      expect(status).toBe(200)
      expect(json.items.length).toBeLessThanOrEqual(Number(query.limit))
      items.push(...json.items)
      cursor = json.nextCursor
    } while (cursor !== null)
    return items
  }

  test('is newest first over many pages, each key once, ties included', async () => {
    const made: string[] = []
    for (let i = 0; i < 13; i += 1) {
      // Three at each instant, so that pages end within one.
      if (i % 3 === 0) api.clock.advance(1)
      made.push((await tenant.mint()).id)
    }
    const listed = await all({ limit: '4' })
    expect(listed).toHaveLength(14)
    expect(new Set(listed.map(({ id }) => id)).size).toBe(14)
    const times = listed.map(({ createdAt }) => createdAt)
    expect(times).toEqual([...times].sort().reverse())
    expect(listed.slice(0, 1).map(({ id }) => id)).toEqual(made.slice(-1))
  })

  test('by status is judged at the same instant as the status shown', async () => {
    const expired = await tenant.mint({ expiresAt: inSeconds(1) })
    const revoked = await tenant.mint({ expiresAt: inSeconds(1) })
    await tenant.act('keys.revoke', { params: { keyId: revoked.id } })
    const active = await tenant.mint({ expiresAt: inSeconds(2) })
    api.clock.advance(1)
    const ids = async (status: string) =>
      (await all({ limit: '50', status })).map((key) => {
        expect(key.status).toBe(status)
        return key.id
      })
    expect(await ids('Expired')).toEqual([expired.id])
    expect(await ids('Revoked')).toEqual([revoked.id])
    expect(await ids('Active')).toEqual(expect.arrayContaining([active.id]))
    expect(await all({ limit: '50' })).toHaveLength(4)
  })

  test('holds what the caller may read, and no other organization’s', async () => {
    const stranger = await newTenant(api.core)
    const theirs = await stranger.mint()
    const { id } = await tenant.mint()
    const scopes: Scope[] = [
      { action: 'read', resourceFilter: `KEY/${id}` },
      { action: 'read', resourceFilter: `KEY/${theirs.id}` },
    ]
    const { key } = await tenant.mint({ scopes })
    expect((await all({ limit: '50' }, key)).map((item) => item.id)).toEqual([id])
    expect((await all({ limit: '50' })).map((item) => item.id)).not.toContain(theirs.id)
  })

  test.each([
    ['of another query', async (cursor: string) => ({ cursor, status: 'Active' })],
    [
      'that was tampered with',
      async (cursor: string) => ({ cursor: `${cursor.slice(0, -4)}AAAA` }),
    ],
    [
      'whose time is none',
      async (cursor: string) => {
        const [print] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
        const forged = JSON.stringify([print, 'a', 'yesterday'])
        return { cursor: Buffer.from(forged).toString('base64url') }
      },
    ],
  ])('refuses a cursor %s', async (_, query) => {
    await tenant.mint()
    const { json } = await send(api.url, 'keys.list', { query: { limit: '1' } }, admin)
    const answer = await send(api.url, 'keys.list', { query: await query(json.nextCursor) }, admin)
    expect(answer.status).toBe(400)
    expect(answer.json.errors[0].pointer).toBe('/query/cursor')
  })
})

describe('the calling key', () => {
  test('may be of any type and scope, and sees its own budget', async () => {
    const scopes: Scope[] = [{ action: 'write', resourceFilter: 'THING/a/b' }]
    const { key, id } = await tenant.mint({ keyType: 'External', scopes })
    const { json, headers } = await send(api.url, 'keys.self', {}, key)
    expect(json).toMatchObject({ id, keyType: 'External', scopes, organizationId: tenant.id })
    expect(json.limits).toEqual([
      { tier: 'standard', perMinute: 600, burst: 1000, remaining: 999 },
      { tier: 'data-read', perMinute: 6000, burst: 10_000, remaining: 10_000 },
    ])
    expect(headers.get('ratelimit')).toBe('"standard";r=999;t=1')
  })

  test('can be cut down by fields', async () => {
    const { json } = await send(
      api.url,
      'keys.self',
      { query: { fields: 'id,limits.tier' } },
      admin,
    )
    expect(json).toEqual({
      id: expect.any(String),
      limits: [{ tier: 'standard' }, { tier: 'data-read' }],
    })
  })
})
