import { describe, expect, test } from 'vitest'
import { memoryBuckets } from './memory-store.ts'
import { bucketStoreCases } from './testing/store-cases.ts'

bucketStoreCases('memory', (clock) => memoryBuckets(clock))
bucketStoreCases('memory beyond its capacity', (clock) => memoryBuckets(clock, 0))

describe('a sweep', () => {
  const limit = { perMinute: 60, burst: 3 }

  test('never forgets a bucket that still owes units', async () => {
    let now = 0
    const store = memoryBuckets(() => new Date(now), 2)
    await store.add('debtor', limit, -10)
    for (let i = 0; i < 100; i += 1) {
      now += 10
      await store.take(`passer-by-${i}`, limit)
    }
    expect((await store.level('debtor', limit)).tokens).toBeCloseTo(-7 + 1, 6)
  })

  test('never makes a bucket fuller than time has', async () => {
    let now = 0
    const [swept, plain] = [
      memoryBuckets(() => new Date(now), 1),
      memoryBuckets(() => new Date(now)),
    ]
    for (let i = 0; i < 300; i += 1) {
      now += (i * 37) % 900
      const name = `bucket-${i % 7}`
      const [one, other] = [await swept.take(name, limit), await plain.take(name, limit)]
      expect(one.taken).toBe(other.taken)
      expect(one.level.tokens).toBeCloseTo(other.level.tokens, 9)
    }
  })
})

test('a clock that goes back admits nothing more', async () => {
  let now = 100_000
  const store = memoryBuckets(() => new Date(now))
  const limit = { perMinute: 60, burst: 2 }
  const admitted = async () => (await store.take('b', limit)).taken
  expect([await admitted(), await admitted(), await admitted()]).toEqual([true, true, false])
  now = 0
  expect(await admitted()).toBe(false)
  now = 100_000
  expect(await admitted()).toBe(false)
  now = 101_000
  expect([await admitted(), await admitted()]).toEqual([true, false])
})
