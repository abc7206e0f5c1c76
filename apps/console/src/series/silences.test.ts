import { expect, test } from 'vitest'
import { silencesIn } from './silences.ts'

const hours = (...at: number[]) => at.map((hour) => hour * 3600)

test('reports a pause of several expected intervals as a gap', () => {
  expect([...silencesIn(hours(0, 1, 3, 7, 8), false, 3600)]).toEqual([2])
})

test('reports no gaps between points that are always further apart than expected', () => {
  expect([...silencesIn(hours(0, 24, 48, 96), false, 3600)]).toEqual([2])
})

test('without an expected interval, reports a pause much longer than the usual distance', () => {
  const steady = Array.from({ length: 20 }, (_, hour) => hour)
  expect([...silencesIn(hours(...steady, 30, 31), false, null)]).toEqual([19])
  expect([...silencesIn(hours(...steady, 23, 24), false, null)]).toEqual([])
})

test('reports no gaps between a few points without an expected interval', () => {
  expect([...silencesIn(hours(0, 1, 100), false, null)]).toEqual([])
  expect([...silencesIn([], false, null)]).toEqual([])
})

test('reports no gaps of a boolean unless it has an expected interval', () => {
  const changes = hours(...Array.from({ length: 20 }, (_, hour) => hour), 90)
  expect([...silencesIn(changes, true, null)]).toEqual([])
  expect([...silencesIn(changes, true, 3600)]).toEqual([19])
})
