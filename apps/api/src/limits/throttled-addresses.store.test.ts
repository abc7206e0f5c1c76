/** Keys behind one address, as behind a NAT or a proxy: failures of one do not affect the others. */
import { beforeAll, expect, test, vi } from 'vitest'
import { codeOf, send } from '../testing/send.ts'
import { newTenant, type Tenant } from '../testing/tenant.ts'
import { useApi } from '../testing/use-api.ts'

// ClickHouse expires rows by the real clock, so the API's must be close to it.
const api = useApi({ start: new Date() })
let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant(api.core)
})

let addresses = 0
function nextAddress() {
  addresses += 1
  return `198.51.100.${addresses}`
}

/** Makes calls from an address. Returns how many were answered with which problem or status. */
async function flood(times: number, key: string, address: string) {
  const counts: Record<string, number> = {}
  for (let i = 0; i < times; i += 1) {
    const answer = await self(key, address)
    const what = codeOf(answer) ?? String(answer.status)
    counts[what] = (counts[what] ?? 0) + 1
  }
  return counts
}

const self = (key: string, address: string) =>
  send(api.url, 'keys.self', {}, key, { 'X-Forwarded-For': address })

async function revokedKey() {
  const { id, key } = await tenant.mint()
  await tenant.act('keys.revoke', { params: { keyId: id } })
  return key
}

test('an address that keeps sending a revoked key is throttled for it, not for valid keys', async () => {
  const address = nextAddress()
  const [valid, later] = [await tenant.mint(), await tenant.mint()]
  expect((await self(valid.key, address)).status).toBe(200)
  expect(await flood(150, await revokedKey(), address)).toEqual({
    'key-revoked': 100,
    'rate-limited': 50,
  })
  expect((await self(valid.key, address)).status).toBe(200)
  // This key is not cached, so it is looked up.
  expect((await self(later.key, address)).status).toBe(200)
})

test('a key created after its address was throttled is admitted among unknown ones', async () => {
  const address = nextAddress()
  const unknown = await tenant.mint()
  await api.core.db.key.delete({ where: { id: unknown.id } })
  await flood(101, unknown.key, address)
  const { key } = await tenant.mint()
  const answers = await Promise.all([
    ...Array.from({ length: 50 }, () => self(unknown.key, address)),
    self(key, address),
  ])
  expect(answers.at(-1)?.status).toBe(200)
  expect(new Set(answers.slice(0, -1).map(codeOf))).toEqual(new Set(['rate-limited']))
})

test('a key used outside its allow-list is throttled by address, not by its own budget', async () => {
  const address = nextAddress()
  const fenced = await tenant.mint({ allowedIpCidrs: ['192.0.2.7'] })
  expect(await flood(120, fenced.key, address)).toEqual({
    'address-not-allowed': 100,
    'rate-limited': 20,
  })
  const rightful = await self(fenced.key, '192.0.2.7')
  expect(rightful.status).toBe(200)
  expect(rightful.json.limits[0].failures).toBeNull()
})

test('the request log combines repeated rejections of a key into few rows', async () => {
  const address = nextAddress()
  const own = await newTenant(api.core)
  const admin = await own.mint()
  const fenced = await own.mint({ allowedIpCidrs: ['192.0.2.7'] })
  await flood(130, fenced.key, address)
  await vi.waitFor(async () => {
    await api.core.usage.flush()
    expect(api.core.usage.counts().waiting).toBe(0)
  }, 20_000)
  const { json } = await send(api.url, 'keys.calls', { params: { keyId: fenced.id } }, admin.key)
  // At most one row per flush of the log meanwhile.
  expect(json.items.length).toBeLessThan(13)
  expect(json.items[0]).toMatchObject({ problem: 'address-not-allowed', status: 403 })
  const calls = json.items.map((item: { calls: number }) => item.calls)
  expect(calls.reduce((sum: number, count: number) => sum + count)).toBe(130)
})
