import { describe, expect, test } from 'vitest'
import { memoryBuckets } from './memory-store.ts'
import type { Draw } from './store.ts'
import { bucketStoreCases } from './testing/store-cases.ts'

bucketStoreCases('in memory', (clock) => memoryBuckets(clock))
bucketStoreCases('in memory beyond its capacity', (clock) => memoryBuckets(clock, { capacity: 0 }))

const limit = { perMinute: 60, burst: 3 }
const drawOf = (organization: string): Draw => {
  return { organization, tier: 'standard', limit, key: 'k', share: undefined }
}

describe('a sweep of the buckets in memory', () => {
  test('never drops a bucket in debt', async () => {
    let now = 0
    const store = memoryBuckets(() => now, { capacity: 2 })
    for (let i = 0; i < 13; i += 1) await store.giveBack(drawOf('debtor'))
    for (let i = 0; i < 100; i += 1) {
      now += 10
      await store.take(drawOf(`passer-by-${i}`))
    }
    expect((await store.look(drawOf('debtor'))).failures).toBeCloseTo(-10 + 1, 6)
  })

  test('never refills a bucket faster than time does', async () => {
    let now = 0
    const [swept, plain] = [memoryBuckets(() => now, { capacity: 1 }), memoryBuckets(() => now)]
    for (let i = 0; i < 300; i += 1) {
      now += (i * 37) % 900
      const draw = drawOf(`organization-${i % 7}`)
      const [one, other] = [await swept.take(draw), await plain.take(draw)]
      expect(one.refusedBy).toBe(other.refusedBy)
      expect(one.tier).toBeCloseTo(other.tier, 9)
    }
  })
})

test.each([
  [1, 1],
  [99, 3],
])('a bucket that starts with %i units of 3 holds %i', async (first, units) => {
  const store = memoryBuckets(() => 0, { startsWith: () => first })
  const refusals = []
  for (let i = 0; i < 4; i += 1) refusals.push((await store.take(drawOf('acme'))).refusedBy)
  expect(refusals.filter((refusedBy) => refusedBy === undefined)).toHaveLength(units)
})
