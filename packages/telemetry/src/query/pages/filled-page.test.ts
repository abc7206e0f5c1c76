import { atOnce, isoOf, microsOfIso } from '@sluice/runtime'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { BucketAxis } from '../axis/axis.ts'
import { besideEachOther, emptyTable } from '../buckets/table.ts'
import { gridOf } from '../calendar/grid.ts'
import { openZone } from '../calendar/zone.ts'
import { readFilledPage } from './filled-page.ts'

const DAY = 86_400e6

/** Days that a zone's calendar skipped, or with a change of clocks at midnight. */
const places = [
  ['Pacific/Apia', '2011-12-30'],
  ['Pacific/Fakaofo', '2011-12-30'],
  ['Pacific/Kwajalein', '1993-08-21'],
  ['Pacific/Kiritimati', '1994-12-31'],
  ['America/Sao_Paulo', '2018-11-04'],
  ['America/Havana', '2024-11-03'],
  ['UTC', '2011-12-30'],
] as const

/** An axis of buckets in a zone. Some of them have a value, which is their own time. */
function axisOf(zone: string, count: number, unit: 'd' | 'w' | 'mo', [from, to]: [number, number]) {
  const grid = gridOf({ count, unit }, openZone(zone))
  const known = new Set<number>()
  for (let t = from; t < to; t += 4 * DAY) known.add(grid.numberOf(t))
  const axis: BucketAxis = {
    positions: { from: grid.numberOf(from), to: grid.numberOf(to - 1) + 1 },
    firstSpan: 10,
    timeOf: (bucket) => grid.startOf(bucket),
    narrowedTo: () => axis,
    async read(span, order) {
      const inside = [...known].filter((one) => one >= span.from && one < span.to)
      const positions = order === 'asc' ? inside : inside.toReversed()
      return { positions, columns: [{ id: 'level', values: positions.map(grid.startOf) }] }
    },
  }
  const starts = new Set<number>()
  for (let t = from; t < to; t += DAY / 8) starts.add(grid.startOf(grid.numberOf(t)))
  return { axis, known: new Set([...known].map(grid.startOf)), starts: [...starts] }
}

type Cells = ReadonlyMap<number, number | null>

/** An axis of seconds whose columns are read separately: each is complete for the requested number of its own positions. */
function axisApart(all: Readonly<Record<string, Cells>>, end: number): BucketAxis {
  const axisOf = (ids: readonly string[], most: number): BucketAxis => ({
    positions: { from: 0, to: end },
    firstSpan: 10,
    timeOf: (position) => position * 1e6,
    narrowedTo: axisOf,
    async read({ from, to }, order) {
      const sign = order === 'asc' ? 1 : -1
      const tables = ids.map((id) => {
        const inside = [...(all[id] ?? [])].filter(([one]) => one >= from && one < to)
        const some = inside.sort(([a], [b]) => sign * (a - b)).slice(0, most + 1)
        const positions = some.map(([position]) => position)
        return { positions, columns: [{ id, values: some.map(([, value]) => value) }] }
      })
      return tables.reduce((one, other) => atOnce(besideEachOther(one, other, order)), emptyTable)
    },
  })
  return axisOf(Object.keys(all), end)
}

it.each([
  ['previous', 'desc', (distance: number) => 9000 - distance],
  ['linear', 'asc', (distance: number) => distance],
] as const)(
  'fill=%s takes the nearest value of each column, however dense another one is',
  async (fill, order, at) => {
    /** Often without a value, like the deviation of a single sample. */
    const dense = new Map<number, number | null>()
    for (let distance = 0; distance < 6000; distance += 1) dense.set(at(distance), null)
    for (const [distance, value] of [
      [0, 0],
      [2500, 7],
      [5000, 3],
    ] as const) {
      if (fill === 'linear' || distance > 0) dense.set(at(distance), value)
    }
    const sparse = new Map([5000, 5001].map((distance) => [at(distance), 1]))
    const axis = axisApart({ dense, sparse }, 9001)
    const wanted = { fill, order, limit: 10, maxGap: Number.POSITIVE_INFINITY, start: undefined }
    const page = await readFilledPage(axis, { columns: ['dense', 'sparse'], ...wanted })
    const alone = await readFilledPage(axis, { columns: ['dense'], ...wanted })
    expect(page.values[0]).toEqual(alone.values[0])
    expect(page.values[0]?.[1]).toBe(fill === 'linear' ? 7 / 2500 : 7)
    expect(page.values[1]?.[1]).toBe(fill === 'linear' ? null : 1)
  },
)

const question = fc.record({
  place: fc.constantFrom(...places),
  before: fc.integer({ min: 0, max: 12 }),
  after: fc.integer({ min: 1, max: 12 }),
  count: fc.constantFrom(1, 1, 1, 2, 3),
  unit: fc.constantFrom('d', 'd', 'w', 'mo'),
  limit: fc.integer({ min: 1, max: 9 }),
  order: fc.constantFrom('asc', 'desc'),
  fill: fc.constantFrom('null', 'previous', 'linear'),
})

it('filled pages contain each existing bucket once, in any zone', async () => {
  await fc.assert(
    fc.asyncProperty(question, async ({ place, before, after, count, unit, ...wanted }) => {
      const [zone, day] = place
      const middle = microsOfIso(`${day}T00:00:00Z`)
      const range: [number, number] = [middle - before * DAY, middle + after * DAY]
      const { axis, known, starts } = axisOf(zone, count, unit, range)
      const times: number[] = []
      for (let start: number | undefined, more = true; more; more = start !== undefined) {
        const asked = { ...wanted, columns: ['level'], maxGap: Number.POSITIVE_INFINITY, start }
        const page = await readFilledPage(axis, asked)
        expect(page.positions.length).toBeGreaterThan(0)
        expect(page.times).toHaveLength(page.positions.length)
        for (const [i, time] of [...(page.times ?? [])].entries()) {
          times.push(time)
          const value = page.values[0]?.[i]
          if (known.has(time)) expect(value).toBe(time)
          else if (wanted.fill === 'null') expect(value).toBeNull()
        }
        start = page.next
      }
      expect(times.map(isoOf)).toEqual(
        (wanted.order === 'asc' ? starts : starts.toReversed()).map(isoOf),
      )
    }),
    { numRuns: 300 },
  )
})
