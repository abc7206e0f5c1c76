import type { Fill } from '@sluice/contract'
import { inSlices } from '@sluice/runtime'
import type { Axis, BucketAxis } from '../axis/axis.ts'
import { emptyTable, type Table, type Values, valuesOf } from '../buckets/table.ts'
import type { Range } from '../plan/range.ts'
import { type Around, fillColumn, type Known } from './fill.ts'
import { type Page, type Paging, pagedRange } from './page.ts'
import { narrower, type Order, readSpans } from './spans.ts'
import { timesOf } from './times.ts'

interface Wanted extends Paging {
  readonly columns: readonly string[]
  readonly fill: Fill
  /** In microseconds. */
  readonly maxGap: number
}

/** A page of consecutive buckets, with or without samples. It may have more bytes than wanted. */
export async function readFilledPage(axis: BucketAxis, wanted: Wanted): Promise<Page> {
  const { columns, order } = wanted
  const { window, table } = await readWindow(axis, wanted)
  const { positions, times } = await bucketsIn(axis, window)
  const found = await inSlices(layOutAll(table, columns, positions))
  const around = await readAround(axis, window, found, wanted)
  return {
    positions: order === 'asc' ? positions : positions.toReversed(),
    times: order === 'asc' ? times : times.toReversed(),
    values: await inSlices(fillAll(found, times, around, wanted)),
    next: nextOf(axis, window, order),
  }
}

/** The buckets of a window and their times, without those that do not exist. */
async function bucketsIn(axis: BucketAxis, { from, to }: Range) {
  const numbers = Array.from({ length: to - from }, (_, i) => from + i)
  const starts = await timesOf(axis, [...numbers, to])
  const times = starts.subarray(0, -1)
  const lasts = (_: number, i: number) => times[i] !== starts[i + 1]
  if (numbers.every(lasts)) return { positions: numbers, times }
  return { positions: numbers.filter(lasts), times: times.filter(lasts) }
}

/** Whether a bucket ends where it begins: a day that the zone's calendar skipped. */
function neverWas(axis: BucketAxis, position: number): boolean {
  return axis.timeOf(position) === axis.timeOf(position + 1)
}

/** For each column a value per bucket, null where there is none. */
function* layOutAll(
  table: Table,
  columns: readonly string[],
  positions: readonly number[],
): Generator<void, Map<string, Values>> {
  const found = new Map<string, Values>()
  for (const [i, column] of columns.entries()) {
    yield
    const list: Values = new Array(positions.length).fill(null)
    const values = valuesOf(table, column, i)
    let place = 0
    for (const [at, position] of table.positions.entries()) {
      while (place < positions.length && (positions[place] ?? 0) < position) place += 1
      list[place] = values[at] ?? null
    }
    found.set(column, list)
  }
  return found
}

function* fillAll(
  found: ReadonlyMap<string, Values>,
  times: Float64Array,
  around: (column: string) => Around,
  wanted: Wanted,
): Generator<void, Values[]> {
  const filled: Values[] = []
  for (const [column, values] of found) {
    yield
    const list = fillColumn(times, values, around(column), wanted)
    filled.push(wanted.order === 'asc' ? list : list.toReversed())
  }
  return filled
}

/** Reads as many of the wanted buckets as one query may. */
async function readWindow(axis: Axis, wanted: Wanted): Promise<{ window: Range; table: Table }> {
  const window = windowOf(axis.positions, wanted)
  const isEmpty = window.from === window.to || wanted.columns.length === 0
  if (isEmpty) return { window, table: emptyTable }
  try {
    return { window, table: await axis.read(window, 'asc') }
  } catch (error) {
    return readWindow(axis, { ...wanted, limit: narrower(window, error) })
  }
}

function windowOf(range: Range, wanted: Wanted): Range {
  const { order, limit } = wanted
  const { from, to } = pagedRange(range, wanted)
  return order === 'asc'
    ? { from, to: Math.min(to, from + limit) }
    : { from: Math.max(from, to - limit), to }
}

/** The first and last bucket of the axis contain instants of the range, so they exist. */
function nextOf(axis: BucketAxis, window: Range, order: Order): number | undefined {
  const { from, to } = axis.positions
  const step = order === 'asc' ? 1 : -1
  let next = order === 'asc' ? window.to : window.from - 1
  while (next >= from && next < to && neverWas(axis, next)) next += step
  return next >= from && next < to ? next : undefined
}

/** The values around a window that filling its gaps needs. */
async function readAround(
  axis: BucketAxis,
  window: Range,
  found: ReadonlyMap<string, Readonly<Values>>,
  { fill, maxGap }: Wanted,
): Promise<(column: string) => Around> {
  const open = (end: 0 | -1) =>
    [...found].filter(([, values]) => values.at(end) === null).map(([column]) => column)
  const before = { from: axis.positions.from, to: window.from }
  const after = { from: window.to, to: axis.positions.to }
  const filled = fill === 'previous' || fill === 'linear'
  const [earlier, later] = await Promise.all([
    filled ? nearest(axis, open(0), before, 'desc', maxGap) : new Map<string, Known>(),
    fill === 'linear' ? nearest(axis, open(-1), after, 'asc', maxGap) : new Map<string, Known>(),
  ])
  return (column) => ({ before: earlier.get(column), after: later.get(column) })
}

/** Buckets read at once in the search for one with a value. */
const BUCKETS_PER_READ = 1000

/** The first value of each column along a range, no further away than the longest gap. */
async function nearest(
  axis: BucketAxis,
  columns: readonly string[],
  range: Range,
  order: Order,
  maxGap: number,
): Promise<Map<string, Known>> {
  const found = new Map<string, Known>()
  const missing = () => columns.filter((column) => !found.has(column))
  const edge = axis.timeOf(order === 'asc' ? range.from : range.to)
  const isFar = (span: Range) =>
    Math.abs(axis.timeOf(order === 'asc' ? span.from : span.to) - edge) > maxGap

  function take({ positions, columns }: Table): void {
    for (const { id, values } of columns) {
      const at = values.slice(0, BUCKETS_PER_READ).findIndex((value) => value !== null)
      const value = values[at] ?? null
      if (value !== null) found.set(id, { time: axis.timeOf(positions[at] ?? 0), value })
    }
  }

  /** Returns whether to search further. The next read covers what this one leaves out. */
  async function look(span: Range): Promise<boolean> {
    if (isFar(span)) return false
    for (let rest: Range | undefined = span; rest && missing().length > 0; ) {
      const table: Table = await axis.narrowedTo(missing(), BUCKETS_PER_READ).read(rest, order)
      take(table)
      const next = table.positions[BUCKETS_PER_READ]
      rest = next === undefined ? undefined : restFrom(rest, next, order)
    }
    return missing().length > 0
  }

  if (columns.length === 0) return found
  for await (const goesOn of readSpans(range, { first: axis.firstSpan, order }, look)) {
    if (!goesOn) break
  }
  return found
}

/** The rest of a span after a read. Only as many positions as were asked for are complete. */
function restFrom({ from, to }: Range, next: number, order: Order): Range {
  return order === 'asc' ? { from: next, to } : { from, to: next + 1 }
}
