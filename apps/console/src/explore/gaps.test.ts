import { expect, test } from 'vitest'
import { gapsIn } from './gaps.ts'

const range = { from: 0, to: 1000 }
const steady = Array.from({ length: 50 }, (_, i) => i * 10)

test('reports a missing end of the range as a gap, but not a few missing steps', () => {
  expect(gapsIn({ times: steady, gaps: [] }, range, 10)).toEqual([{ from: 490, to: 1000 }])
  expect(gapsIn({ times: steady, gaps: [] }, { from: 0, to: 515 }, 10)).toEqual([])
})

test('lists silences between the gaps at the edges', () => {
  const gaps = [{ from: 520, to: 900 }]
  const times = [...[500, 510, 520], 900]
  expect(gapsIn({ times, gaps }, range, 10)).toEqual([
    { from: 0, to: 500 },
    { from: 520, to: 900 },
    { from: 900, to: 1000 },
  ])
})

test('a single bucket fills its range', () => {
  const day = { from: 0, to: 86_400 }
  expect(gapsIn({ times: [0], gaps: [] }, day, 60, 86_400)).toEqual([])
  expect(gapsIn({ times: [0], gaps: [] }, day, 60, 3600)).toEqual([day])
})

test('reports no gaps for a line without points', () => {
  expect(gapsIn({ times: [], gaps: [] }, range, 10)).toEqual([])
})
