import { expect, it } from 'vitest'
import { range } from '../../testing/chunk-bench.ts'
import type { Chunk } from './chunk.ts'
import type { DayOfThing } from './day-of-thing.ts'
import { Shares } from './shares.ts'

/** Chunks of a size. */
const chunksOf = (bytes: number) => ({
  get: () => ({ keptBy: (day: DayOfThing | undefined) => day?.grow(bytes) }) as Chunk,
})

it('an organization with very many days evicts its own, not the larger ones of another', () => {
  const shares = new Shares(1e9)
  const others = { organization: 9, things: range(100), metrics: [1], days: [0] }
  shares.put(others, chunksOf(1e6), 0)
  for (const thing of range(17)) {
    shares.put({ ...others, organization: 6, things: [thing], days: range(4096) }, chunksOf(0), 0)
  }
  expect(shares.heldOf(others).things).toHaveLength(100)
})

it('lists days of all organizations in turn, the most recently used first', () => {
  const shares = new Shares(1e9)
  for (const [organization, things] of [
    [6, 50],
    [8, 1],
    [9, 2],
  ] as const) {
    shares.put({ organization, things: range(things), metrics: [1], days: [0] }, chunksOf(0), 0)
  }
  const listed = Array.from(shares.held(6), ({ share, thing }) => [share.organization, thing])
  expect(listed).toEqual([
    ...[
      [6, 49],
      [8, 0],
      [9, 1],
    ],
    ...[
      [6, 48],
      [9, 0],
      [6, 47],
    ],
  ])
})
