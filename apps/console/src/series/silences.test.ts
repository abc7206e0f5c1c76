import { expect, test } from 'vitest'
import { silencesIn } from './silences.ts'

const hours = (...at: number[]) => at.map((hour) => hour * 3600)

test('a pause of several expected intervals is a gap', () => {
  expect([...silencesIn(hours(0, 1, 3, 7, 8), false, 3600)]).toEqual([2])
})

test('points that are always further apart than expected have no gaps between them', () => {
  expect([...silencesIn(hours(0, 24, 48, 96), false, 3600)]).toEqual([2])
})

test('without an expected interval, a pause is a gap if it exceeds the usual distance', () => {
  const steady = Array.from({ length: 20 }, (_, hour) => hour)
  expect([...silencesIn(hours(...steady, 30, 31), false, null)]).toEqual([19])
  expect([...silencesIn(hours(...steady, 23, 24), false, null)]).toEqual([])
})

test('a few points without an expected interval have no gaps', () => {
  expect([...silencesIn(hours(0, 1, 100), false, null)]).toEqual([])
  expect([...silencesIn([], false, null)]).toEqual([])
})

test('a boolean has no gaps unless it has an expected interval', () => {
  const changes = hours(...Array.from({ length: 20 }, (_, hour) => hour), 90)
  expect([...silencesIn(changes, true, null)]).toEqual([])
  expect([...silencesIn(changes, true, 3600)]).toEqual([19])
})
