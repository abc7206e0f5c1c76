import type { SampleValue, ValueType } from '@sluice/contract'
import { Pace } from '@sluice/runtime'
import { type SampleRun, within } from '../../cache/chunks/chunk.ts'
import { groupByLine } from '../buckets/by-line.ts'
import type { Table } from '../buckets/table.ts'
import { unionOfTwo } from '../buckets/union.ts'
import type { Order } from '../pages/spans.ts'
import type { Range } from '../plan/range.ts'
import type { Column } from '../plan/selection.ts'
import { TOGETHER } from '../plan/subject.ts'
import { sampleValue } from '../stored-value.ts'
import type { LineSamples } from './line-samples.ts'

/** Samples between two yields. */
const SAMPLES_PER_YIELD = 20_000

/** Raw samples of a span, a row for each time: a page of times and one more. */
export function* rowsOf(
  lines: readonly LineSamples[],
  columns: readonly Column[],
  span: Range,
  { order, limit }: { readonly order: Order; readonly limit: number },
): Generator<void, Table> {
  const inside = lines.map(({ runs }) => {
    const own = runs.map((run) => within(run, span.from, span.to))
    return order === 'asc' ? own : own.toReversed()
  })
  const sign = order === 'asc' ? 1 : -1
  let positions: readonly number[] = []
  const pace = new Pace(SAMPLES_PER_YIELD)
  for (const [i, runs] of inside.entries()) {
    if (haveSameTimes(runs, inside[i - 1] ?? [])) continue
    if (!begins(positions, runs, order, limit + 1)) {
      positions = yield* unionOfTwo(positions, timesOf(runs, order, limit + 1), sign, limit + 1)
    }
    if (pace.isOver(positions.length)) yield
  }
  const targets = columns.map((column) => ({ column, values: [] as (SampleValue | null)[] }))
  const byLine = groupByLine(targets.map((target) => ({ ...target.column, target })))
  for (const [i, { thing, metric }] of lines.entries()) {
    // When things are taken together, there is only one.
    const own = byLine.get(thing, metric) ?? byLine.get(TOGETHER, metric) ?? []
    for (const { target } of own) {
      const type = target.column.metric.valueType
      putValues(target.values, inside[i] ?? [], { positions, order, type })
    }
    if (pace.isOver(own.length * positions.length)) yield
  }
  for (const { values } of targets) {
    // A column of a thing that cannot satisfy the conditions has no line.
    const isOver = pace.isOver(positions.length - values.length)
    while (values.length < positions.length) values.push(null)
    if (isOver) yield
  }
  return { positions, columns: targets.map(({ column: { id }, values }) => ({ id, values })) }
}

/** Whether two series share their lists of times, as the metrics of a frame do. */
function haveSameTimes(some: readonly SampleRun[], others: readonly SampleRun[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ times, first, end }, i) => {
      const other = others[i]
      return times === other?.times && first === other.first && end === other.end
    })
  )
}

/** Whether the first times of some runs are all at the beginning of some positions. Then they add none. */
function begins(
  positions: readonly number[],
  runs: readonly SampleRun[],
  order: Order,
  most: number,
): boolean {
  let found = 0
  for (const { times, first, end } of runs) {
    const count = Math.min(most - found, end - first)
    for (let i = 0; i < count; i += 1) {
      if (positions[found + i] !== times[order === 'asc' ? first + i : end - 1 - i]) return false
    }
    found += count
  }
  return true
}

/** The first times of some runs. */
function timesOf(runs: readonly SampleRun[], order: Order, most: number): number[] {
  const found: number[] = []
  for (const { times, first, end } of runs) {
    const count = Math.min(most - found.length, end - first)
    for (let i = 0; i < count; i += 1) {
      found.push(times[order === 'asc' ? first + i : end - 1 - i] ?? 0)
    }
  }
  return found
}

interface Wanted {
  readonly positions: readonly number[]
  readonly order: Order
  readonly type: ValueType
}

/** Appends the values that some runs have at given times, null where they have none. All times of the runs are given. */
function putValues(
  values: (SampleValue | null)[],
  runs: readonly SampleRun[],
  { positions, order, type }: Wanted,
): void {
  for (const { times, numbers, texts, first, end } of runs) {
    for (let i = 0; i < end - first && values.length < positions.length; i += 1) {
      const at = order === 'asc' ? first + i : end - 1 - i
      while (values.length < positions.length && positions[values.length] !== times[at]) {
        values.push(null)
      }
      if (values.length === positions.length) return
      const number = numbers[at] ?? Number.NaN
      const text = texts?.[at] ?? ''
      values.push(sampleValue(Number.isFinite(number) ? number : null, text, type))
    }
  }
  while (values.length < positions.length) values.push(null)
}
