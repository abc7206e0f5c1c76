import { expect, it } from 'vitest'
import { DAY, dayOf, HOUR } from '../../rollups/rules.ts'
import { gridOf } from '../calendar/grid.ts'
import { openZone } from '../calendar/zone.ts'
import type { Gap } from './gaps.ts'
import { requestsAhead, requestsFor } from './rollup-requests.ts'

const grid = gridOf({ count: 1, unit: 'h' }, openZone('UTC'))
const start = Date.UTC(2026, 5, 1) * 1000
const days = 30
const gap: Gap = { things: [1, 2], metrics: [3], from: start + HOUR, to: start + days * DAY }

/** The rollups requested for gaps with this many samples in each hour from `first` to `last`. */
function requests(gaps: readonly Gap[], perHour: number, first = 1, last = days * 24 - 1) {
  const count = last - first + 1
  const positions = Float64Array.from({ length: count }, (_, i) => start / HOUR + first + i)
  const samples = new Float64Array(count).fill(perHour)
  const rows = [{ end: count, positions, others: [samples] }]
  const settled = start + days * DAY - 2 * HOUR
  return requestsFor({ organization: 5, gaps, rows, grid, settled })
}

it('rollups are requested for whole days, including a partly settled last day', () => {
  const series = { organization: 5, things: [1, 2], metrics: [3] }
  const day = dayOf(start)
  expect(requests([gap], 720)).toEqual([{ ...series, from: day, to: day + days }])
})

it('rollups are requested only for days with samples', () => {
  const [request] = requests([{ ...gap, from: 0 }], 720, 24 * 3 + 5, 24 * 10)
  expect(request).toMatchObject({ from: dayOf(start) + 3, to: dayOf(start) + 11 })
  expect(requestsFor({ organization: 5, gaps: [gap], rows: [], grid, settled: start })).toEqual([])
})

it('no rollup is requested for few or sparse samples, or few settled hours', () => {
  expect(requests([gap], 20)).toEqual([])
  expect(requests([gap], 8, 1, 100)).toEqual([])
  const end = start + days * DAY
  expect(requests([{ ...gap, from: end - 2 * HOUR }], 1e6)).toEqual([])
  expect(requests([{ ...gap, from: end - 4 * HOUR }], 1e6)).toEqual([])
  expect(requests([{ ...gap, from: end - 5 * HOUR }], 1e6)).toHaveLength(1)
})

it('rollups are requested for many gaps that hold enough samples together', () => {
  const gaps = Array.from({ length: 10 }, (_, thing) => ({ ...gap, things: [thing] }))
  const short = gaps.map((each) => ({ ...each, to: each.from + 10 * HOUR }))
  expect(requests(short, 2500, 1, 10)).toHaveLength(10)
  expect(requests(short, 1500, 1, 10)).toEqual([])
})

it('rollups requested ahead cover all settled time in whole days', () => {
  const settled = start + 10 * DAY + 3 * HOUR
  const later = { ...gap, from: settled, to: settled + DAY }
  const short = { ...gap, from: settled - 2 * HOUR }
  const requested = requestsAhead({ organization: 5, gaps: [gap, later, short], settled })
  const day = dayOf(start)
  expect(requested).toEqual([
    { organization: 5, things: [1, 2], metrics: [3], from: day, to: day + 11 },
  ])
})

it('rollups requested ahead are limited to the newest days of all series', () => {
  const things = Array.from({ length: 400 }, (_, i) => i)
  const gaps = [gap, { ...gap, things }, { ...gap, things: [7] }]
  const requested = requestsAhead({ organization: 5, gaps, settled: start + days * DAY })
  const [first, end] = [dayOf(start), dayOf(start) + days]
  expect(requested.map(({ from, to }) => [from, to])).toEqual([
    [first, end],
    [end - 10, end],
    [end - 30, end],
  ])
})
