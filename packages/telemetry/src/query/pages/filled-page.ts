import type { Fill, SampleValue } from '@sluice/contract'
import { turnForLongWork } from '@sluice/runtime'
import type { Axis, BucketAxis } from '../axis/axis.ts'
import { widthOf } from '../axis/range-parts.ts'
import { Cells } from '../buckets/cells.ts'
import type { Range } from '../plan/range.ts'
import { type Around, fillColumn, type Known } from './fill.ts'
import { countPositions, type Page } from './page.ts'
import { narrower, type Order, readSpans } from './spans.ts'
import { timesOf } from './times.ts'

/** Buckets from which on a page is laid out in a turn for long work. */
const MANY = 1000

interface Wanted {
  readonly columns: readonly string[]
  readonly order: Order
  readonly limit: number
  /** The position to begin with; absent for the first page. */
  readonly start: number | undefined
  readonly fill: Fill
  /** In microseconds. */
  readonly maxGap: number
}

/** A page of consecutive buckets, whether they hold samples or not. */
export async function readFilledPage(axis: BucketAxis, wanted: Wanted): Promise<Page> {
  const { columns, order } = wanted
  const { window, cells } = await readWindow(axis, wanted)
  // What waits for its turn has laid out nothing yet.
  if (widthOf(window) > MANY) await turnForLongWork()
  const positions = Array.from({ length: window.to - window.from }, (_, i) => window.from + i)
  const times = await timesOf(axis, positions)
  const found = new Map<string, (SampleValue | null)[]>(
    columns.map((column) => [column, positions.map(() => null)]),
  )
  for (const [at, position] of cells.positions.entries()) {
    const list = found.get(cells.columns[at] ?? '')
    if (list) list[position - window.from] = cells.values[at] ?? null
  }
  const around = await readAround(axis, window, found, wanted)
  const filled = [...found].map(([column, values]) => {
    const list = fillColumn(times, values, around(column), wanted)
    return order === 'asc' ? list : list.toReversed()
  })
  return {
    positions: order === 'asc' ? positions : positions.toReversed(),
    times: order === 'asc' ? times : times.toReversed(),
    values: filled,
    next: nextOf(axis.positions, window, order),
  }
}

/** As many of the buckets wanted as one query may read. */
async function readWindow(axis: Axis, wanted: Wanted): Promise<{ window: Range; cells: Cells }> {
  const window = windowOf(axis.positions, wanted)
  if (wanted.columns.length === 0) return { window, cells: new Cells() }
  try {
    return { window, cells: await axis.read(window, 'asc') }
  } catch (error) {
    return readWindow(axis, { ...wanted, limit: narrower(window, error) })
  }
}

function windowOf({ from, to }: Range, { order, limit, start }: Wanted): Range {
  if (order === 'asc') {
    const low = Math.max(from, start ?? from)
    return { from: low, to: Math.min(to, low + limit) }
  }
  const high = Math.min(to, start === undefined ? to : start + 1)
  return { from: Math.max(from, high - limit), to: high }
}

function nextOf(all: Range, window: Range, order: Order): number | undefined {
  if (order === 'asc') return window.to < all.to ? window.to : undefined
  return window.from > all.from ? window.from - 1 : undefined
}

/** The values around a window that its gaps need. */
async function readAround(
  axis: BucketAxis,
  window: Range,
  found: ReadonlyMap<string, readonly (SampleValue | null)[]>,
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

/** Buckets that are read at once while one with a value is looked for. */
const LOOKED_AT = 1000

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

  function take({ positions, columns, values }: Cells): void {
    for (const [at, position] of positions.entries()) {
      const [column = '', value = null] = [columns[at], values[at]]
      if (value === null || found.has(column)) continue
      found.set(column, { time: axis.timeOf(position), value })
    }
  }

  /** Answers whether it is worth looking further. What a reading leaves out of a span is read by the next. */
  async function look(span: Range): Promise<boolean> {
    if (isFar(span)) return false
    for (let rest: Range | undefined = span; rest && missing().length > 0; ) {
      const cells: Cells = await axis.narrowedTo(missing(), LOOKED_AT).read(rest, order)
      take(cells)
      rest = countPositions(cells) > LOOKED_AT ? restFrom(rest, cells, order) : undefined
    }
    return missing().length > 0
  }

  if (columns.length === 0) return found
  for await (const goesOn of readSpans(range, { first: axis.firstSpan, order }, look)) {
    if (!goesOn) break
  }
  return found
}

/** What is left of a span after a reading whose last bucket may lack some columns. */
function restFrom({ from, to }: Range, { positions }: Cells, order: Order): Range {
  const last = positions.at(-1) ?? from
  return order === 'asc' ? { from: last, to } : { from, to: last + 1 }
}
