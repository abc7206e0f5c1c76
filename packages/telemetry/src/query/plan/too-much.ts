import { queryLimits } from '@sluice/contract'
import { invalidRequest } from '@sluice/runtime'
import { TooManyBytes, TooManyRows } from '../../too-many-rows.ts'
import { writeInterval } from '../calendar/grid.ts'
import { pairsOf } from '../pairs.ts'
import { lengthOf, usualWithin } from './auto-interval.ts'
import type { Plan } from './plan.ts'
import type { Range } from './range.ts'
import type { Line, Subject } from './subject.ts'

const ROWS = queryLimits.rows.toLocaleString('en')

/** Rows that are read of each series, however few of them are wanted: a granule of the table of samples. */
const GRANULE = 8192

/**
 * The error to answer when a plan fails: one that would read too much says what would fit. Pages shrink automatically,
 * so for buckets it is a single one that holds too much.
 */
export function tooMuch(plan: Plan, subject: Subject, error: unknown): unknown {
  const { range, columns } = plan
  if (plan.kind !== 'buckets') return rangeTooLong(range, { subject, lines: columns }, error)
  if (!(error instanceof TooManyRows) || error instanceof TooManyBytes) return error
  const ofSeries = tooManySeries(range, { subject, lines: columns }, error)
  if (ofSeries) return ofSeries
  const { from, to } = range
  const fitting = usualWithin(Math.min(lengthOf(plan.width), to - from) * error.share)
  const advice = fitting ? `interval=${writeInterval(fitting)}, ` : ''
  const detail = `is too wide: one bucket holds more than ${ROWS} samples, the limit of a query; use ${advice}fewer things or fewer metrics`
  return invalidRequest([{ pointer: '/query/interval', detail }])
}

/** For reads in one go, which cannot be paged. */
export function rangeTooLong(range: Range, read: Series, error: unknown): unknown {
  if (!(error instanceof TooManyRows) || error instanceof TooManyBytes) return error
  const ofSeries = tooManySeries(range, read, error)
  if (ofSeries) return ofSeries
  const { from, to } = range
  const seconds = Math.max(1, Math.floor(((to - from) * error.share) / 1e6))
  const detail = `is too far back: the range holds more than ${ROWS} samples, the limit of this query; use at most ${duration(seconds)}, fewer things or fewer metrics`
  return invalidRequest([{ pointer: '/query/from', detail }])
}

interface Series {
  readonly subject: Subject
  readonly lines: readonly Line[]
}

/** The error if so many series are too much in any range: in a shorter one, fewer years might share granules. */
function tooManySeries({ from, to }: Range, { subject, lines }: Series, { most }: TooManyRows) {
  const { count } = pairsOf(subject, lines)
  const [first, last] = [from, to - 1].map((time) => new Date(time / 1000).getUTCFullYear())
  if (first !== last || !(count * GRANULE > most)) return undefined
  const [series, each] = [count, GRANULE].map((one) => one.toLocaleString('en'))
  const detail = `are of ${series} series, and at least ${each} samples of each would be read, more than the ${ROWS} of one query; use fewer things or fewer metrics`
  return invalidRequest([{ pointer: '/query/metrics', detail }])
}

function duration(seconds: number): string {
  const units = [
    [86_400, 'd'],
    [3600, 'h'],
    [60, 'm'],
  ] as const
  const [width, unit] = units.find(([width]) => seconds >= 2 * width) ?? [1, 's']
  return `${Math.floor(seconds / width)}${unit}`
}
