import { atOnce, IsoTimes, isoOf } from '@sluice/runtime'
import { tableFromIPC } from '@uwdata/flechette'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { longArrowOfSeries } from './series-arrow.ts'
import { longCsvOfSeries } from './series-csv.ts'
import { type SeriesPage, tableOfSeries } from './series-table.ts'

const LENGTH = 4
const micros = [1e15, 1e15 + 1, 1.7e15, 1.8e15]
const cells = fc.array(fc.option(fc.constantFrom(1, -0.5, true, 'x')), {
  minLength: LENGTH,
  maxLength: LENGTH,
})
const values = fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), cells)
const owner = fc.constantFrom('one', 'another', 'Zürich', null)

/** A direct implementation of the docstring. */
function rowsOf(times: readonly string[], groups: NonNullable<SeriesPage['byGroup']>): unknown[] {
  return times.flatMap((time, at) =>
    groups.flatMap(({ group = null, values = {} }) => {
      const own = Object.entries(values).flatMap(([name, list]) => {
        const cell = list[at] ?? null
        return cell === null ? [] : [[name, cell]]
      })
      return own.length > 0 ? [{ time, group, own: own.sort() }] : []
    }),
  )
}

it('a table has a row for each group that has a value at a time', () => {
  const groups = fc.array(fc.record({ group: owner, values }), { maxLength: 5 })
  fc.assert(
    fc.property(groups, fc.boolean(), (byGroup, areTexts) => {
      const texts = micros.map(isoOf)
      const timestamps = areTexts ? texts : new IsoTimes(micros)
      const { length, timeAt, microsAt, whose, columns } = atOnce(
        tableOfSeries({ timestamps, byGroup }),
      )
      const rows = Array.from({ length }, (_, row) => {
        const own = columns.flatMap(([name, list]) => {
          const cell = list[row] ?? null
          return cell === null ? [] : [[name, cell]]
        })
        expect(isoOf(microsAt(row))).toBe(timeAt(row))
        return { time: timeAt(row), group: whose?.owners[whose.of[row] ?? 0], own: own.sort() }
      })
      expect(rows).toEqual(rowsOf(texts, byGroup))
    }),
  )
})

/** Returns how often it yields, and its result. */
function counted<Made>(work: Generator<void, Made>): { yields: number; made: Made } {
  for (let yields = 0; ; yields += 1) {
    const step = work.next()
    if (step.done) return { yields, made: step.value }
  }
}

it('a table of many rows is written in slices, and nothing is lost in between', () => {
  const times = Array.from({ length: 2000 }, (_, i) => 1.7e15 + i * 1e6)
  const things = Array.from({ length: 50 }, (_, thing) => {
    return [`thing-${thing}`, { level: times.map((_, at) => at + thing / 100) }] as const
  })
  const page = { timestamps: new IsoTimes(times), byThing: Object.fromEntries(things) }
  const csv = counted(longCsvOfSeries(page))
  const lines = Buffer.from(csv.made).toString().split('\r\n')
  expect(lines).toHaveLength(100_002)
  expect(lines.at(-2)).toBe(`${isoOf(times.at(-1) ?? 0)},thing-49,1999.49`)
  expect(csv.yields).toBeGreaterThan(1000)
  const arrow = counted(longArrowOfSeries(page))
  const table = tableFromIPC(arrow.made)
  expect(table.numRows).toBe(100_000)
  expect(table.getChild('thingId').at(99_999)).toBe('thing-49')
  expect(table.getChild('level').at(99_999)).toBe(1999.49)
  expect(arrow.yields).toBeGreaterThan(400)
})

it('long columns of texts and booleans are written in slices, too', () => {
  const times = Array.from({ length: 50_000 }, (_, i) => 1.7e15 + i * 1e6)
  const state = times.map((_, at) => (at % 7 === 0 ? null : `state ${at % 1000}`))
  const door = times.map((_, at) => (at % 5 === 0 ? null : at % 3 === 0))
  const arrow = counted(
    longArrowOfSeries({ timestamps: new IsoTimes(times), values: { state, door } }),
  )
  const table = tableFromIPC(arrow.made)
  expect([...table.getChild('state')]).toEqual(state)
  expect([...table.getChild('door')]).toEqual(door)
  // Two passes over each column, and one over the times.
  expect(arrow.yields).toBeGreaterThan(5 * 48)
})

it.each([
  ['of one thing', false],
  ['of several things', true],
])('long texts are written in slices, however few rows have them: %s', (_, isByThing) => {
  const times = new IsoTimes(Array.from({ length: 100 }, (_, i) => 1.7e15 + i * 1e6))
  const text = '"'.repeat(4096)
  const values = Object.fromEntries(
    Array.from({ length: 20 }, (_, i) => [`log${i}`, Array.from({ length: 100 }, () => text)]),
  )
  const page = isByThing ? { byThing: { a: values } } : { values }
  // Eight million characters.
  for (const write of [longCsvOfSeries, longArrowOfSeries]) {
    expect(counted(write({ timestamps: times, ...page })).yields).toBeGreaterThan(240)
  }
})

it('a table of many columns is gathered in slices', () => {
  const names = Array.from({ length: 100 }, (_, i) => `m${i}`)
  const times = Array.from({ length: 100 }, (_, i) => 1.7e15 + i * 1e6)
  const things = Array.from({ length: 100 }, (_, thing) => {
    return [`thing-${thing}`, Object.fromEntries(names.map((name) => [name, times]))] as const
  })
  const page = { timestamps: new IsoTimes(times), byThing: Object.fromEntries(things) }
  expect(counted(tableOfSeries(page)).yields).toBeGreaterThan(100)
})

it('things without any of the columns cost nothing', () => {
  const times = Array.from({ length: 1000 }, (_, i) => 1.7e15 + i * 1e6)
  const others = Array.from({ length: 5000 }, (_, i) => [`other-${i}`, {}] as const)
  const byThing = { ...Object.fromEntries(others), 'thing-1': { level: times.map((_, at) => at) } }
  const { yields, made } = counted(longCsvOfSeries({ timestamps: new IsoTimes(times), byThing }))
  expect(Buffer.from(made).toString().split('\r\n')).toHaveLength(1002)
  expect(yields).toBeLessThan(100)
})

it('a table of things that have no metric in common is bounded', () => {
  const times = Array.from({ length: 10_000 }, (_, i) => 1.7e15 + i * 1e6)
  const things = Array.from(
    { length: 100 },
    (_, i) => [`thing-${i}`, { [`m${i}`]: times }] as const,
  )
  const of = (count: number) => Object.fromEntries(things.slice(0, count))
  const timestamps = new IsoTimes(times)
  expect(atOnce(tableOfSeries({ timestamps, byThing: of(5) })).length).toBe(50_000)
  expect(() => atOnce(tableOfSeries({ timestamps, byThing: of(100) }))).toThrow(
    expect.objectContaining({ code: 'invalid-request' }),
  )
})
