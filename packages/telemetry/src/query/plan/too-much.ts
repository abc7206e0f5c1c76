import { queryLimits } from '@sluice/contract'
import { invalidRequest } from '@sluice/runtime'
import { TooManyBytes, TooManyRows } from '../../too-many-rows.ts'
import { writeInterval } from '../calendar/grid.ts'
import { lengthOf, usualWithin } from './auto-interval.ts'
import type { Plan } from './plan.ts'
import type { Range } from './range.ts'

const ROWS = queryLimits.rows.toLocaleString('en')

/**
 * The error to answer when a plan fails: one that would read too much says what would fit. Pages shrink automatically,
 * so for buckets it is a single one that holds too much.
 */
export function tooMuch(plan: Plan, error: unknown): unknown {
  if (!(error instanceof TooManyRows) || error instanceof TooManyBytes) return error
  if (plan.kind !== 'buckets') return rangeTooLong(plan.range, error)
  const { from, to } = plan.range
  const fitting = usualWithin(Math.min(lengthOf(plan.width), to - from) * error.share)
  const advice = fitting ? `use interval=${writeInterval(fitting)}, ` : ''
  const detail = `is too wide: one bucket holds more than ${ROWS} samples, the limit of a query; ${advice}fewer things or fewer metrics`
  return invalidRequest([{ pointer: '/query/interval', detail }])
}

/** For reads in one go, which cannot be paged. */
export function rangeTooLong({ from, to }: Range, error: unknown): unknown {
  if (!(error instanceof TooManyRows) || error instanceof TooManyBytes) return error
  const seconds = Math.max(1, Math.floor(((to - from) * error.share) / 1e6))
  const detail = `is too far back: the range holds more than ${ROWS} samples, the limit of this query; use at most ${duration(seconds)}, fewer things or fewer metrics`
  return invalidRequest([{ pointer: '/query/from', detail }])
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
