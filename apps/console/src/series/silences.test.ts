import { expect, test } from 'vitest'
import { silencesIn } from './silences.ts'

const hours = (...at: number[]) => at.map((hour) => hour * 3600)

test('a silence of several expected intervals is a gap', () => {
  expect([...silencesIn(hours(0, 1, 3, 7, 8), false, 3600)]).toEqual([2])
})

test('points that stand further apart than expected are no gaps of their own', () => {
  expect([...silencesIn(hours(0, 24, 48, 96), false, 3600)]).toEqual([2])
})

test('where nothing is expected, a silence is long for the usual distance', () => {
  const steady = Array.from({ length: 20 }, (_, hour) => hour)
  expect([...silencesIn(hours(...steady, 30, 31), false, null)]).toEqual([19])
  expect([...silencesIn(hours(...steady, 23, 24), false, null)]).toEqual([])
})

test('a few points tell of no usual distance', () => {
  expect([...silencesIn(hours(0, 1, 100), false, null)]).toEqual([])
  expect([...silencesIn([], false, null)]).toEqual([])
})

test('what is on or off is so until it is sent otherwise, unless more is expected', () => {
  const changes = hours(...Array.from({ length: 20 }, (_, hour) => hour), 90)
  expect([...silencesIn(changes, true, null)]).toEqual([])
  expect([...silencesIn(changes, true, 3600)]).toEqual([19])
})
