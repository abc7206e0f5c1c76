import { expect, test } from 'vitest'
import { gapsIn } from './gaps.ts'

const range = { from: 0, to: 1000 }
const steady = Array.from({ length: 50 }, (_, i) => i * 10)

test('what is missing at the end of the range is a gap, but not what is missing by a few steps', () => {
  expect(gapsIn({ times: steady, gaps: [] }, range, 10)).toEqual([{ from: 490, to: 1000 }])
  expect(gapsIn({ times: steady, gaps: [] }, { from: 0, to: 515 }, 10)).toEqual([])
})

test('silences are between those at the edges', () => {
  const gaps = [{ from: 520, to: 900 }]
  const times = [...[500, 510, 520], 900]
  expect(gapsIn({ times, gaps }, range, 10)).toEqual([
    { from: 0, to: 500 },
    { from: 520, to: 900 },
    { from: 900, to: 1000 },
  ])
})

test('a line without points has no gap of its own', () => {
  expect(gapsIn({ times: [], gaps: [] }, range, 10)).toEqual([])
})
