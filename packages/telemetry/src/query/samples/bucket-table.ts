import type { SampleValue } from '@sluice/contract'
import { Pace } from '@sluice/runtime'
import type { SampleRun } from '../../cache/chunks/chunk.ts'
import { Tallies } from '../../cache/chunks/tally.ts'
import type { BucketQuery } from '../buckets/bucket-query.ts'
import { groupByLine } from '../buckets/by-line.ts'
import { hasPartial, type PartialRow, type Partials, selectPartials } from '../buckets/partials.ts'
import type { Table } from '../buckets/table.ts'
import type { Grid } from '../calendar/grid.ts'
import type { Order } from '../pages/spans.ts'
import { finish, type PlainAggregate } from '../plan/aggregates.ts'
import { isPercentile } from '../plan/percentiles.ts'
import type { Range } from '../plan/range.ts'
import { TOGETHER } from '../plan/subject.ts'
import {
  endOf,
  type Group,
  placeOf,
  putValues,
  type Target,
  type Window,
  WORK_PER_BUCKET,
  WORK_PER_YIELD,
} from './bucket-window.ts'
import { fillByHours, isOnHours } from './hour-buckets.ts'
import { LineCursor } from './line-cursor.ts'
import type { LineSamples } from './line-samples.ts'
import { percentileOf, sortedNumbers } from './percentiles.ts'
import { tallied } from './tallied.ts'

/** Buckets that are computed at once, line by line. */
const WINDOW = 4096

/**
 * Values by bucket and column. They are computed in windows of buckets, line by line; each window begins at a bucket
 * that has samples. Ascending, it stops after `limit` buckets with samples, at the latest. Descending, it keeps the last
 * `limit` of them (still in ascending order), and never many more, however many there are.
 */
export function* tableOf(
  lines: readonly LineSamples[],
  spans: readonly Range[],
  grid: Grid,
  { columns, range, limit }: BucketQuery<PlainAggregate>,
  order: Order,
): Generator<void, Table> {
  const targets = columns.map((column): Target => {
    return { column, values: [], read: tallied[column.aggregate] }
  })
  const groups = groupsOf(lines, targets)
  // A window walks all cursors, so it has at least as many cells.
  const least = Math.max(1, Math.floor(lines.length / columns.length))
  const positions: number[] = []
  const pace = new Pace(WORK_PER_YIELD)
  let most = WINDOW
  for (const span of spans) {
    const byHours = targets.every(({ read }) => read) && isOnHours(span, grid)
    if (!byHours) {
      for (const group of groups) {
        group.cursors = group.lines.map((line) => new LineCursor(line, span))
      }
    }
    const end = grid.numberOf(span.to - 1) + 1
    const tallies = new Tallies(Math.min(WINDOW, end - grid.numberOf(span.from)))
    let width = 0
    for (let first = grid.numberOf(span.from); ; first += width) {
      if (!byHours) {
        first = firstOf(groups, grid)
        if (pace.isOver(lines.length)) yield
      }
      width = Math.min(most, end - first)
      if (order === 'asc') width = Math.min(width, limit - positions.length)
      if (!(width > 0)) break
      const window = { first, width, grid, range, seen: new Uint8Array(width) }
      for (const group of groups) {
        yield* (byHours ? fillByHours : fill)(group, window, tallies, pace)
      }
      const found = yield* keepSeen(targets, positions, window, pace)
      if (order === 'desc' && positions.length > 2 * limit) {
        yield* keepLast(targets, positions, limit, pace)
      }
      // Where few buckets have samples, windows are kept narrow.
      if (!byHours) most = Math.min(WINDOW, Math.max(least, 2 * found))
    }
  }
  if (order === 'desc') yield* keepLast(targets, positions, limit, pace)
  return { positions, columns: targets.map(({ column, values }) => ({ id: column.id, values })) }
}

function groupsOf(lines: readonly LineSamples[], targets: readonly Target[]): Group[] {
  const byLine = groupByLine(targets.map((target) => ({ ...target.column, target })))
  const isTogether = targets.some(({ column }) => column.thing === TOGETHER)
  const byMetric = new Map<number, LineSamples[]>()
  const groups: Group[] = []
  for (const line of lines) {
    const known = isTogether ? byMetric.get(line.metric) : undefined
    if (known) known.push(line)
    else {
      const asked = byLine.get(isTogether ? TOGETHER : line.thing, line.metric) ?? []
      const own = asked.map(({ target }) => target)
      const partials = own.every(({ read }) => read)
        ? undefined
        : selectPartials(own.map(({ column }) => column.aggregate))
      const together = [line]
      groups.push({ lines: together, targets: own, partials, cursors: [] })
      if (isTogether) byMetric.set(line.metric, together)
    }
  }
  return groups
}

/** The bucket of the first remaining sample. */
function firstOf(groups: readonly Group[], grid: Grid): number {
  let next = Number.POSITIVE_INFINITY
  for (const { cursors } of groups) {
    for (const cursor of cursors) if (cursor.next < next) next = cursor.next
  }
  return next === Number.POSITIVE_INFINITY ? next : grid.numberOf(next)
}

/** Adds a group's values for all buckets of a window, null where it has no samples. */
function* fill(group: Group, window: Window, tallies: Tallies, pace: Pace): Generator<void, void> {
  const { partials, targets, cursors } = group
  if (partials) return yield* fillFromRuns(group, partials, window, pace)
  const { width, seen } = window
  tallies.clear(0, width)
  const tally = new Tallies(1)
  if (pace.isOver(width + cursors.length)) yield
  for (const cursor of cursors) {
    for (let at = placeOf(cursor, window); at < width; at = placeOf(cursor, window)) {
      tally.clear(0, 1)
      for (const to = endOf(window, at); cursor.next < to; ) {
        const before = tally.samples(0)
        cursor.tallyBefore(to, tally)
        if (pace.isOver(tally.samples(0) - before + WORK_PER_BUCKET)) yield
      }
      tallies.addOf(at, tally, 0)
      seen[at] = 1
    }
  }
  putValues(targets, tallies, width)
}

/** The same for aggregates of which some need more than a tally. */
function* fillFromRuns(
  { cursors, targets }: Group,
  partials: Partials,
  window: Window,
  pace: Pace,
): Generator<void, void> {
  const { first, width, seen } = window
  const needsNumbers = !targets.every(({ column }) => hasPartial(column.aggregate))
  const found: { row: PartialRow; runs: SampleRun[] }[] = []
  if (pace.isOver(width + cursors.length)) yield
  for (const cursor of cursors) {
    for (let at = placeOf(cursor, window); at < width; at = placeOf(cursor, window)) {
      for (const run of cursor.takeBefore(endOf(window, at))) {
        if (pace.isOver(run.end - run.first + WORK_PER_BUCKET)) yield
        const own: PartialRow = [first + at, 0, 0, ...partials.of(run, cursor.thing)]
        const known = found[at]
        if (known) {
          partials.addTo(known.row, own)
          known.runs.push(run)
        } else found[at] = { row: own, runs: [run] }
      }
      seen[at] = 1
    }
  }
  for (let at = 0; at < width; at += 1) {
    const known = found[at]
    const toSort = known && needsNumbers ? samplesIn(known.runs) : 0
    if (pace.isOver(WORK_PER_BUCKET + WORK_TO_SORT * toSort)) yield
    const sorted = known && needsNumbers ? yield* sortedNumbers(known.runs) : none
    for (const { column, values } of targets) {
      values.push(known ? answerOf(column, known.row, partials, sorted) : null)
    }
  }
}

const none = new Float64Array()

/** Sorting a number takes as long as counting some. */
const WORK_TO_SORT = 16

function samplesIn(runs: readonly SampleRun[]): number {
  return runs.reduce((sum, { first, end }) => sum + end - first, 0)
}

function answerOf(
  { aggregate, metric }: Target['column'],
  row: PartialRow,
  partials: Partials,
  sorted: Float64Array,
): SampleValue | null {
  const answer = isPercentile(aggregate)
    ? percentileOf(aggregate, sorted)
    : partials.read(aggregate, row)
  return finish(aggregate, answer, metric.valueType)
}

/** Keeps the buckets of a window that have samples. Returns how many. */
function* keepSeen(
  targets: readonly Target[],
  positions: number[],
  { first, width, seen }: Window,
  pace: Pace,
): Generator<void, number> {
  const before = positions.length
  for (const [at, isSeen] of seen.entries()) if (isSeen) positions.push(first + at)
  const found = positions.length - before
  if (found === width) return found
  for (const { values } of targets) {
    if (pace.isOver(width)) yield
    let to = before
    for (const [at, isSeen] of seen.entries()) {
      if (!isSeen) continue
      values[to] = values[before + at] ?? null
      to += 1
    }
    values.length = to
  }
  return found
}

/** Drops all buckets but the last ones. */
function* keepLast(
  targets: readonly Target[],
  positions: number[],
  limit: number,
  pace: Pace,
): Generator<void, void> {
  const gone = positions.length - limit
  if (gone <= 0) return
  positions.splice(0, gone)
  for (const { values } of targets) {
    if (pace.isOver(gone + limit)) yield
    values.splice(0, gone)
  }
}
