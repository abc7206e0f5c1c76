/** A client that obeys RateLimit to the letter: it sends `r` calls, then waits `t` seconds. */
import type { ActorName, Call } from '@sluice/contract'
import { atCommandLine, setLimit } from '@sluice/core'
import { expect, test } from 'vitest'
import { drain } from '../testing/buckets.ts'
import { send } from '../testing/send.ts'
import { newTenant } from '../testing/tenant.ts'
import { useApi } from '../testing/use-api.ts'

const api = useApi()

/** The item with the least left, as printed. */
function tightest(header: string | null) {
  const items = [...(header ?? '').matchAll(/"([\w-]+)";r=(\d+);t=(\d+)/g)].map(([, , r, t]) => {
    return { left: Number(r), seconds: Number(t) }
  })
  expect(items).not.toEqual([])
  return items.reduce((least, item) => (item.left < least.left ? item : least))
}

/** Makes calls one after another. Returns how often the answer was 429. */
async function obey(count: number, call: () => ReturnType<typeof send>): Promise<number> {
  let refused = 0
  for (let i = 0; i < count; i += 1) {
    const { status, headers } = await call()
    if (status === 429) refused += 1
    const { left, seconds } = tightest(headers.get('ratelimit'))
    if (left === 0) api.clock.advance(seconds)
  }
  return refused
}

interface Scene {
  readonly draft?: Partial<Call<'keys.create'>['body']>
  readonly name: ActorName
  readonly params?: Record<string, string>
}

test.each<[string, Scene]>([
  ['a key', { name: 'things.list' }],
  ['a key with a share', { name: 'things.list', draft: { budgetShare: 30 } }],
  ['calls that fail', { name: 'sites.get', params: { siteId: 'none' } }],
  ['reads of data', { name: 'telemetry.recent', params: { thingId: 'truck-1' } }],
])(
  '%s: a client that obeys the announced limit is not refused',
  async (_, { name, draft, params = {} }) => {
    const tenant = await newTenant(api.core)
    const { key } = await tenant.mint(draft)
    for (const tier of ['standard', 'data-read'] as const) {
      await setLimit(atCommandLine(api.core), tenant.id, {
        tier,
        perMinute: 7,
        burst: 11,
        reason: 'x',
      })
      await drain(api.core, tenant.id, tier, 11)
    }
    const call = () => send(api.url, name, { params }, key)
    expect(await obey(1, call)).toBeLessThanOrEqual(1)
    expect(await obey(60, call)).toBe(0)
  },
)
