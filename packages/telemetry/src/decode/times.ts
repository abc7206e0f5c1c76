import { ingestLimits } from '@sluice/contract'
import { microsOf } from '@sluice/runtime'
import type { Path } from './faults.ts'
import type { Intake } from './intake.ts'
import { timeFault } from './rules.ts'

/** Times of which a body says only how they are spaced: a few bytes may stand for a million. */
export interface EvenTimes {
  readonly length: number
  /** Epoch microseconds. */
  readonly first: number
  readonly stepSeconds: number
}

/**
 * The times of a table's rows, in epoch microseconds and NaN where invalid if they are listed; undefined if the body
 * does not say how many rows there are. Times are `timestamps`, or `start`, `stepSeconds` and `count`. The table is at
 * `path`.
 */
export function* readTimes(
  intake: Intake,
  table: Record<string, unknown>,
  path: Path,
): Generator<void, Float64Array | EvenTimes | undefined> {
  const regular = ['start', 'stepSeconds', 'count'].filter((key) => table[key] !== undefined)
  if (table.timestamps === undefined) return regularTimes(intake, table, path)
  for (const key of regular) {
    intake.faults.refuse('must be left out where timestamps are given', ...path, key)
  }
  return yield* listedTimes(intake, table.timestamps, [...path, 'timestamps'])
}

/** Times that are read between two yields. */
const TIMES_PER_YIELD = 4096

function* listedTimes(
  intake: Intake,
  timestamps: unknown,
  path: Path,
): Generator<void, Float64Array | undefined> {
  if (!Array.isArray(timestamps)) {
    intake.faults.refuse('must be an array', ...path)
    return undefined
  }
  if (timestamps.length > ingestLimits.samples) {
    intake.faults.refuse(`must be at most ${ingestLimits.samples}`, ...path)
    return undefined
  }
  const times = new Float64Array(timestamps.length)
  for (let row = 0; row < times.length; row++) {
    if (row % TIMES_PER_YIELD === 0) yield
    const micros = microsOf(timestamps[row])
    const fault = timeFault(micros, intake.rules)
    if (fault !== undefined) intake.faults.add(fault, ...path, row)
    else intake.pass(micros)
    times[row] = fault === undefined ? micros : Number.NaN
  }
  return times
}

/** Times have a resolution of a microsecond. */
const MIN_STEP = 1e-6

function regularTimes(
  intake: Intake,
  { start, stepSeconds, count }: Record<string, unknown>,
  path: Path,
): EvenTimes | undefined {
  const { faults, rules } = intake
  if (start === undefined && stepSeconds === undefined && count === undefined) {
    faults.refuse('must have timestamps, or start, stepSeconds and count', ...path)
    return undefined
  }
  const before = faults.count
  const first = microsOf(start)
  const startFault = timeFault(first, rules)
  if (startFault !== undefined) faults.refuse(startFault, ...path, 'start')
  if (typeof stepSeconds !== 'number' || !(stepSeconds >= MIN_STEP)) {
    faults.refuse('must be a number of seconds, at least 0.000001', ...path, 'stepSeconds')
  }
  if (!isPositive(count) || count > ingestLimits.samples) {
    faults.refuse(`must be a whole number from 1 to ${ingestLimits.samples}`, ...path, 'count')
  }
  if (faults.count > before) return undefined
  const times = { first, stepSeconds: stepSeconds as number, length: count as number }
  const lastFault = timeFault(timeOf(times, times.length - 1), rules)
  if (lastFault === undefined) return times
  faults.refuse(`reaches a time that ${lastFault}`, ...path, 'count')
  return undefined
}

/** The times of all rows, one by one; yields now and then. */
export function* allTimes(times: Float64Array | EvenTimes): Generator<void, Float64Array> {
  if (times instanceof Float64Array) return times
  const all = new Float64Array(times.length)
  for (let row = 0; row < all.length; row++) {
    if (row % TIMES_PER_YIELD === 0) yield
    all[row] = timeOf(times, row)
  }
  return all
}

/** Rows are rounded one by one, so a step of a third of a second does not drift. */
function timeOf({ first, stepSeconds }: EvenTimes, row: number): number {
  return first + Math.round(row * stepSeconds * 1e6)
}

function isPositive(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1
}
