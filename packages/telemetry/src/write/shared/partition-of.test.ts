import { expect, it } from 'vitest'
import { partitionOf, partitionsOf } from './partition-of.ts'

it('the partition of a thing never changes', () => {
  const partitions = [1, 2, 3, 4, 5, 4_294_967_295].map((thing) => {
    return partitionOf({ organization: 7, thing })
  })
  expect(partitions).toEqual([2, 5, 2, 1, 0, 4])
})

it('things of one organization, and single things of many, are spread evenly', () => {
  const count = (of: (i: number) => number) => {
    const counts = new Map<number, number>()
    for (let i = 0; i < 8000; i += 1) counts.set(of(i), (counts.get(of(i)) ?? 0) + 1)
    return [...counts.values()]
  }
  for (const counts of [
    count((thing) => partitionOf({ organization: 1, thing })),
    count((organization) => partitionOf({ organization, thing: 1 })),
  ]) {
    expect(counts).toHaveLength(8)
    expect(Math.min(...counts)).toBeGreaterThan(850)
    expect(Math.max(...counts)).toBeLessThan(1150)
  }
})

it('a query of named things concerns only their partitions, any other query all of them', () => {
  expect(partitionsOf(7, [1, 1])).toEqual([partitionOf({ organization: 7, thing: 1 })])
  expect(partitionsOf(7, undefined)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
})
