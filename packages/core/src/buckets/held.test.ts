import { expect, test } from 'vitest'
import { advance, type Held } from './held.ts'

const limit = { perMinute: 60, burst: 10 }

function held(change: Partial<Held> = {}): Held {
  const names = { organization: 'acme', tier: 'standard', bucket: 'tier' }
  return { ...names, tokens: 4, at: 10_000, limit, floor: 2, ...change }
}

test('tokens and floor are refilled at the old rate before a new limit applies', () => {
  const bucket = held()
  const next = { perMinute: 600, burst: 10 }
  expect(advance(bucket, next, 12_000)).toBe(true)
  expect(bucket).toMatchObject({ tokens: 6, floor: 4, at: 12_000, limit: next })
})

test('neither tokens nor floor rise above the burst', () => {
  const bucket = held()
  advance(bucket, limit, 3_600_000)
  expect(bucket).toMatchObject({ tokens: 10, floor: 10 })
})

test('a clock that goes back adds nothing, and refills go on from there', () => {
  const bucket = held()
  expect(advance(bucket, limit, 5_000)).toBe(false)
  expect(bucket).toEqual(held({ at: 5_000 }))
  advance(bucket, limit, 6_000)
  expect(bucket).toMatchObject({ tokens: 5, floor: 3 })
})

test.each([
  ['a smaller burst', { perMinute: 60, burst: 3 }, true, 3],
  ['another refill rate', { perMinute: 61, burst: 10 }, true, 4],
  ['an equal limit', { perMinute: 60, burst: 10 }, false, 4],
])(
  'with %s, tokens are capped at the burst, and only a change is reported',
  (_what, next, changed, tokens) => {
    const bucket = held()
    expect(advance(bucket, next, bucket.at)).toBe(changed)
    expect(bucket.tokens).toBe(tokens)
  },
)
