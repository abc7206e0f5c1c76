/** The budget under concurrent calls (spec section 8): it belongs to the organization and is exact. */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { drain, failTimes, leftIn } from '../testing/buckets.ts'
import { codeOf, send } from '../testing/send.ts'
import { newTenant, type Tenant } from '../testing/tenant.ts'
import { useApi } from '../testing/use-api.ts'

const api = useApi()

async function tenantWithKeys(count: number) {
  const tenant = await newTenant(api.core)
  const keys = await Promise.all(Array.from({ length: count }, () => tenant.mint()))
  return { tenant, keys: keys.map(({ key }) => key) }
}

/** Makes `count` concurrent calls with the keys in turn. Returns how many had which status. */
async function flood(
  count: number,
  keys: string[],
  call: (key: string) => ReturnType<typeof send>,
): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {}
  const calls = Array.from({ length: count }, (_, i) => call(keys[i % keys.length] ?? ''))
  for (const { status } of await Promise.all(calls)) statuses[status] = (statuses[status] ?? 0) + 1
  return statuses
}

describe('1001 concurrent calls with two keys of one organization', () => {
  test('get exactly 1000 answers and one 429, and do not affect the other tier', async () => {
    const { tenant, keys } = await tenantWithKeys(2)
    const stranger = await tenantWithKeys(1)
    const self = (key: string) => send(api.url, 'keys.self', { query: { fields: 'id' } }, key)
    expect(await flood(1001, keys, self)).toEqual({ 200: 1000, 429: 1 })
    expect((await leftIn(api.core, tenant.id, 'standard')).tier).toBe(0)
    expect((await leftIn(api.core, tenant.id, 'data-read')).tier).toBe(10_000)

    const recent = { params: { thingId: 'truck-1' } }
    const [one = '', other = ''] = keys
    expect((await send(api.url, 'telemetry.recent', recent, one)).status).toBe(200)
    expect((await self(stranger.keys[0] ?? '')).status).toBe(200)

    // A third key adds no budget; a tenth of a second refills one unit.
    const refused = await self((await tenant.mint()).key)
    expect([refused.status, codeOf(refused)]).toEqual([429, 'rate-limited'])
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(refused.headers.get('ratelimit')).toBe('"standard";r=0;t=100')
    expect(refused.headers.get('content-type')).toBe('application/problem+json')
    expect(refused.json).toMatchObject({ status: 429, title: 'Too Many Requests' })
    api.clock.advance(0.1)
    expect(await flood(3, [one, other], self)).toEqual({ 200: 1, 429: 2 })
  })
})

describe('a call that fails', () => {
  const missing = (key: string) =>
    send(api.url, 'sites.get', { params: { siteId: 'nowhere' } }, key)

  test('uses the failures bucket of its key, not the budget', async () => {
    const tenant = await newTenant(api.core)
    const [one, other] = [await tenant.mint(), await tenant.mint()]
    expect(await flood(50, [one.key], missing)).toEqual({ 404: 50 })
    const failures = async (key: string) => leftIn(api.core, tenant.id, 'standard', key)
    expect(await failures(one.id)).toMatchObject({ tier: 1000, failures: 950 })
    expect(await failures(other.id)).toMatchObject({ tier: 1000, failures: 1000 })
  })

  test('is rejected once too many have failed, and admitted ten times a second from then on', async () => {
    const tenant = await newTenant(api.core)
    const { id, key } = await tenant.mint()
    await failTimes(api.core, tenant.id, 'standard', { key: id, times: 995 })
    const answers: number[] = []
    while (answers.length < 8) answers.push((await missing(key)).status)
    expect(answers).toEqual([404, 404, 404, 404, 404, 429, 429, 429])
    const refused = await missing(key)
    expect(refused.json.detail).toContain("the key's budget of failed requests")
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(refused.headers.get('ratelimit')).toBe(
      '"standard";r=1000;t=0, "standard-failures";r=0;t=100',
    )
    api.clock.advance(0.1)
    expect((await missing(key)).status).toBe(404)
  })
})

describe('a key with a tenth of the budget and 1,024 failed calls', () => {
  let tenant: Tenant
  let failing: { id: string; key: string }
  let admin: string
  beforeEach(async () => {
    tenant = await newTenant(api.core)
    failing = await tenant.mint({ budgetShare: 10 })
    admin = (await tenant.mint()).key
    const missing = () => send(api.url, 'sites.get', { params: { siteId: 'nowhere' } }, failing.key)
    expect(await flood(1024, [''], missing)).toMatchObject({ 404: expect.any(Number) })
    expect((await missing()).status).toBe(429)
  })

  test('is rejected without affecting the calls of other keys', async () => {
    const get = (key: string) => send(api.url, 'sites.get', { params: { siteId: 'yard' } }, key)
    expect(await flood(60, [admin], get)).toEqual({ 200: 60 })
    expect((await get(failing.key)).status).toBe(429)
  })

  test('can be revoked by another key and by itself', async () => {
    const revoke = (key: string) =>
      send(api.url, 'keys.revoke', { params: { keyId: failing.id } }, key)
    expect((await revoke(failing.key)).status).toBe(200)
    expect((await revoke(admin)).status).toBe(200)
  })

  test('can still read its limits and its own record, which show it', async () => {
    const failures = {
      perMinute: 60,
      burst: 100,
      remaining: 0,
      fullInSeconds: expect.any(Number),
    }
    for (const name of ['limits.list', 'keys.self'] as const) {
      const answer = await send(api.url, name, {}, failing.key)
      expect(answer.status, answer.text).toBe(200)
      expect(answer.headers.get('ratelimit')).toMatch(/"standard-failures";r=0;/)
      const { items, limits = items } = answer.json
      expect(limits[0]).toMatchObject({ tier: 'standard', share: { burst: 100 }, failures })
    }
  })
})

describe('a call rejected before the bucket', () => {
  test('uses no units, for a revoked key or a disallowed address', async () => {
    const { tenant } = await tenantWithKeys(0)
    const revoked = await tenant.mint()
    await tenant.act('keys.revoke', { params: { keyId: revoked.id } })
    const fenced = await tenant.mint({ allowedIpCidrs: ['192.0.2.7'] })
    expect((await send(api.url, 'keys.self', {}, revoked.key)).status).toBe(401)
    const refused = await send(api.url, 'keys.self', {}, fenced.key)
    expect(refused.status).toBe(403)
    expect(refused.headers.has('ratelimit')).toBe(false)
    const left = await leftIn(api.core, tenant.id, 'standard', fenced.id)
    expect(left).toMatchObject({ tier: 1000, failures: 1000 })
  })
})

test('a key with a share leaves the rest to other keys until the share is removed', async () => {
  const { tenant, keys } = await tenantWithKeys(1)
  const greedy = await tenant.mint({ budgetShare: 1 })
  const call = (key: string) => send(api.url, 'keys.self', { query: { fields: 'id' } }, key)
  expect(await flood(15, [greedy.key], call)).toEqual({ 200: 10, 429: 5 })
  const refused = await call(greedy.key)
  expect(refused.json.detail).toContain("the key's share")
  expect(refused.headers.get('retry-after')).toBe('10')
  expect(await flood(20, keys, call)).toEqual({ 200: 20 })
  const question = { operation: 'keys.self' } as const
  const foretold = await tenant.act('keys.check', { params: { keyId: greedy.id }, body: question })
  expect(foretold.problem?.detail).toBe(refused.json.detail)
  await tenant.act('keys.update', { params: { keyId: greedy.id }, body: { budgetShare: null } })
  await expect.poll(async () => (await call(greedy.key)).status).toBe(200)
})

test('a key that goes on after fifty refusals in a second waits for the next, and nobody else does', async () => {
  const tenant = await newTenant(api.core)
  const [one, other] = [await tenant.mint(), await tenant.mint()]
  await failTimes(api.core, tenant.id, 'standard', { key: one.id, times: 1000 })
  const refused = (key: string) =>
    send(api.url, 'sites.get', { params: { siteId: 'nowhere' } }, key)
  const second = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  expect(await flood(50, [one.key], refused)).toEqual({ 429: 50 })
  const ends: string[] = []
  const late = refused(one.key).then(({ status }) => ends.push(`one ${status}`))
  const free = refused(other.key).then(({ status }) => ends.push(`other ${status}`))
  await Promise.all([late, free])
  expect(ends).toEqual(['other 404', 'one 429'])
  second.mockRestore()
})

test('a key that spends its organization’s budget can be revoked all the same, and the limits read', async () => {
  const tenant = await newTenant(api.core)
  const leaked = await tenant.mint()
  const admin = await tenant.mint()
  const get = (key: string) => send(api.url, 'sites.get', { params: { siteId: 'yard' } }, key)
  await drain(api.core, tenant.id, 'standard')
  expect((await get(admin.key)).status).toBe(429)
  const limits = await send(api.url, 'limits.list', {}, admin.key)
  expect(limits.json.items[0]).toMatchObject({ tier: 'standard', remaining: 0 })
  // What the leaked key does with its own reserve does not matter to others.
  while (api.core.reserves.take(leaked.id));
  expect((await send(api.url, 'limits.list', {}, leaked.key)).status).toBe(429)
  const call = { params: { keyId: leaked.id } }
  const revoked = await send(api.url, 'keys.revoke', call, admin.key)
  expect([revoked.status, revoked.json.status]).toEqual([200, 'Revoked'])
  expect(revoked.headers.get('ratelimit')).toMatch(/^"standard";r=0;/)
  expect((await get(leaked.key)).status).toBe(401)
})
