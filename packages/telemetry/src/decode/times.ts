import { ingestLimits } from '@sluice/contract'
import { microsOf } from '@sluice/runtime'
import type { Path } from './faults.ts'
import type { Intake } from './intake.ts'
import { timeFault } from './rules.ts'

/**
 * The times of the rows of a table that lies at `path`, in epoch microseconds, NaN where a row's is bad; undefined when the
 * body does not say how many rows there are. Times are `timestamps`, or `start`, `step` and `count`.
 */
export function* readTimes(
  intake: Intake,
  table: Record<string, unknown>,
  path: Path,
): Generator<void, Float64Array | undefined> {
  const regular = ['start', 'step', 'count'].filter((key) => table[key] !== undefined)
  if (table.timestamps === undefined) return regularTimes(intake, table, path)
  for (const key of regular) {
    intake.faults.refuse('must be left out where timestamps are given', ...path, key)
  }
  return yield* listedTimes(intake, table.timestamps, [...path, 'timestamps'])
}

/** Times that are read between two yields. */
const TIMES_A_YIELD = 4096

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
    if (row % TIMES_A_YIELD === 0) yield
    const micros = microsOf(timestamps[row])
    const fault = timeFault(micros, intake.rules)
    if (fault !== undefined) intake.faults.add(fault, ...path, row)
    else intake.pass(micros)
    times[row] = fault === undefined ? micros : Number.NaN
  }
  return times
}

function regularTimes(
  intake: Intake,
  { start, step, count }: Record<string, unknown>,
  path: Path,
): Float64Array | undefined {
  const { faults, rules } = intake
  if (start === undefined && step === undefined && count === undefined) {
    faults.refuse('must have timestamps, or start, step and count', ...path)
    return undefined
  }
  const before = faults.count
  const first = microsOf(start)
  const startFault = timeFault(first, rules)
  if (startFault !== undefined) faults.refuse(startFault, ...path, 'start')
  if (!isPositive(step)) {
    faults.refuse('must be a whole number of milliseconds, at least 1', ...path, 'step')
  }
  if (!isPositive(count) || count > ingestLimits.samples) {
    faults.refuse(`must be a whole number from 1 to ${ingestLimits.samples}`, ...path, 'count')
  }
  if (faults.count > before) return undefined
  return evenTimes(intake, first, step as number, count as number, path)
}

function evenTimes(
  intake: Intake,
  first: number,
  step: number,
  count: number,
  path: Path,
): Float64Array | undefined {
  const lastFault = timeFault(first + (count - 1) * step * 1000, intake.rules)
  if (lastFault !== undefined) {
    intake.faults.refuse(`reaches a time that ${lastFault}`, ...path, 'count')
    return undefined
  }
  const times = new Float64Array(count)
  for (let row = 0; row < count; row++) times[row] = first + row * step * 1000
  return times
}

function isPositive(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1
}
