import fc from 'fast-check'
import { expect, it } from 'vitest'
import { metricOf } from '../../testing/things.ts'
import type { LineSamples } from './line-samples.ts'
import { rowsOf } from './sample-rows.ts'

const metric = metricOf('level', 'number', 1)
const orders = ['asc', 'desc'] as const
const span = { from: 0, to: 1000 }

/** A line per list of runs, whose numbers are its times and that of its thing. */
function linesOf(all: readonly (readonly number[])[][]): LineSamples[] {
  return all.map((runs, i) => ({
    ...{ thing: i + 1, metric: 1 },
    runs: runs.map((times) => ({
      times: Float64Array.from(times),
      numbers: Float64Array.from(times, (time) => 1000 * (i + 1) + time),
      texts: undefined,
      ...{ first: 0, end: times.length },
    })),
  }))
}

function columnsOf(lines: readonly LineSamples[]) {
  return lines.map(({ thing }) => {
    return { thing, metric, aggregate: undefined, id: `${thing}`, name: 'level' }
  })
}

function rows(lines: readonly LineSamples[], paging: Parameters<typeof rowsOf>[3]) {
  const work = rowsOf(lines, columnsOf(lines), span, paging)
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value
}

it('a page has the first times of any line, and their values', () => {
  const times = fc
    .uniqueArray(fc.nat(20), { maxLength: 12 })
    .map((some) => some.sort((a, b) => a - b))
  const line = fc.tuple(times, times).map(([day, next]) => [day, next.map((time) => 100 + time)])
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(...orders),
      fc.integer({ min: 1, max: 30 }),
      (all, order, limit) => {
        const sign = order === 'asc' ? 1 : -1
        const distinct = [...new Set(all.flat(2))].sort((a, b) => sign * (a - b))
        const positions = distinct.slice(0, limit + 1)
        const page = rows(linesOf(all), { order, limit })
        expect(page.positions).toEqual(positions)
        expect(page.columns.map(({ values }) => values)).toEqual(
          all.map((runs, i) =>
            positions.map((time) => (runs.flat().includes(time) ? 1000 * (i + 1) + time : null)),
          ),
        )
      },
    ),
  )
})
