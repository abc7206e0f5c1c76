import { expect, test } from 'vitest'
import { NO_THING, SampleSums } from './sample-sums.ts'

const HOUR = 494_000

/** Counts one sample for each of this many things. */
function countThings(sums: SampleSums, organization: number, things: number) {
  for (let thing = 1; thing <= things; thing += 1) sums.count(organization, thing, HOUR, 1)
}

/** The number of things counted for an organization, its samples without a thing, and all of its samples by the hour. */
function countedOf(sums: SampleSums, organization: number) {
  const own = [...sums.byThing()].filter((sum) => sum.organization === organization)
  const rest = own.find(({ thing }) => thing === NO_THING)
  const hours = [...sums.byHour()].filter((sum) => sum.organization === organization)
  return {
    things: own.length - (rest ? 1 : 0),
    rest: rest?.samples ?? 0,
    all: hours.reduce((all, { samples }) => all + samples, 0),
  }
}

test('an organization that is alone has all room', () => {
  const sums = new SampleSums(1_000)
  countThings(sums, 1, 1_000)
  expect(countedOf(sums, 1)).toEqual({ things: 1_000, rest: 0, all: 1_000 })
})

test('one with many things leaves room for the things of others, and is counted whole', () => {
  const sums = new SampleSums(1_000)
  countThings(sums, 1, 5_000)
  countThings(sums, 2, 500)
  expect(countedOf(sums, 2)).toEqual({ things: 500, rest: 0, all: 500 })
  const { things, rest, all } = countedOf(sums, 1)
  expect(things).toBe(500)
  expect({ rest, all }).toEqual({ rest: 4_500, all: 5_000 })
})

test('of many with many things each has its share, in whatever order they come', () => {
  const sums = new SampleSums(1_000)
  for (let organization = 1; organization <= 20; organization += 1) {
    countThings(sums, organization, 3_000)
  }
  countThings(sums, 21, 40)
  expect(countedOf(sums, 21)).toEqual({ things: 40, rest: 0, all: 40 })
  for (let organization = 1; organization <= 20; organization += 1) {
    const { things, rest, all } = countedOf(sums, organization)
    expect(things).toBeGreaterThanOrEqual(47)
    expect(things + rest).toBe(3_000)
    expect(all).toBe(3_000)
  }
  const byThing = [...sums.byThing()].filter(({ thing }) => thing !== NO_THING)
  expect(byThing.length).toBeLessThanOrEqual(1_000)
})

test('a thing that lost its room is counted without it from then on', () => {
  const sums = new SampleSums(2)
  countThings(sums, 1, 2)
  sums.count(2, 1, HOUR, 1)
  sums.count(1, 2, HOUR, 7)
  expect(countedOf(sums, 1)).toEqual({ things: 1, rest: 8, all: 9 })
})

test('more organizations than there is room for are counted all the same', () => {
  const sums = new SampleSums(2)
  for (const organization of [1, 2, 3]) countThings(sums, organization, 2)
  for (const organization of [1, 2, 3]) expect(countedOf(sums, organization).all).toBe(2)
})
