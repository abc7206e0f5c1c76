import { ingestLimits } from '@sluice/contract'
import { microsOf } from '@sluice/runtime'
import type { Intake } from './intake.ts'
import { timeFault } from './rules.ts'

/**
 * The times of a columnar body's rows, in epoch microseconds, NaN where a row's is bad; undefined when the
 * body does not say how many rows there are. Times are `timestamps`, or `start`, `step` and `count`.
 */
export function* readTimes(
  intake: Intake,
  body: Record<string, unknown>,
): Generator<void, Float64Array | undefined> {
  const regular = ['start', 'step', 'count'].filter((key) => body[key] !== undefined)
  if (body.timestamps === undefined) return regularTimes(intake, body)
  for (const key of regular) {
    intake.faults.refuse('must be left out where timestamps are given', 'body', key)
  }
  return yield* listedTimes(intake, body.timestamps)
}

/** Times that are read between two yields. */
const TIMES_A_YIELD = 4096

function* listedTimes(
  intake: Intake,
  timestamps: unknown,
): Generator<void, Float64Array | undefined> {
  if (!Array.isArray(timestamps)) {
    intake.faults.refuse('must be an array', 'body', 'timestamps')
    return undefined
  }
  if (timestamps.length > ingestLimits.samples) {
    intake.faults.refuse(`must be at most ${ingestLimits.samples}`, 'body', 'timestamps')
    return undefined
  }
  const times = new Float64Array(timestamps.length)
  for (let row = 0; row < times.length; row++) {
    if (row % TIMES_A_YIELD === 0) yield
    const micros = microsOf(timestamps[row])
    const fault = timeFault(micros, intake.rules)
    if (fault !== undefined) intake.faults.add(fault, 'body', 'timestamps', row)
    else intake.pass(micros)
    times[row] = fault === undefined ? micros : Number.NaN
  }
  return times
}

function regularTimes(
  intake: Intake,
  { start, step, count }: Record<string, unknown>,
): Float64Array | undefined {
  const { faults, rules } = intake
  if (start === undefined && step === undefined && count === undefined) {
    faults.refuse('must have timestamps, or start, step and count', 'body')
    return undefined
  }
  const before = faults.count
  const first = microsOf(start)
  const startFault = timeFault(first, rules)
  if (startFault !== undefined) faults.refuse(startFault, 'body', 'start')
  if (!isPositive(step)) {
    faults.refuse('must be a whole number of milliseconds, at least 1', 'body', 'step')
  }
  if (!isPositive(count) || count > ingestLimits.samples) {
    faults.refuse(`must be a whole number from 1 to ${ingestLimits.samples}`, 'body', 'count')
  }
  if (faults.count > before) return undefined
  return evenTimes(intake, first, step as number, count as number)
}

function evenTimes(
  intake: Intake,
  first: number,
  step: number,
  count: number,
): Float64Array | undefined {
  const lastFault = timeFault(first + (count - 1) * step * 1000, intake.rules)
  if (lastFault !== undefined) {
    intake.faults.refuse(`reaches a time that ${lastFault}`, 'body', 'count')
    return undefined
  }
  const times = new Float64Array(count)
  for (let row = 0; row < count; row++) times[row] = first + row * step * 1000
  return times
}

function isPositive(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1
}
