import { EARLIEST_MICROS } from '@sluice/runtime'
import type { Intake } from '../intake.ts'
import { timeFault } from '../rules.ts'
import type { PlannedColumn } from './plan.ts'
import { isSet, isThere, type Vector } from './record-batch.ts'
import { microsOf } from './vectors.ts'

/** Epoch microseconds of a batch's rows; NaN where a time is invalid. `before` is the number of rows before the batch. */
export function readRowTimes(intake: Intake, times: Vector, before: number): Float64Array {
  const micros = microsOf(times)
  const { latest } = intake.rules
  for (let row = 0; row < micros.length; row++) {
    const time = micros[row] ?? Number.NaN
    // Fast path for valid times, without a call.
    if (time >= EARLIEST_MICROS && time <= latest && times.validity === undefined) intake.pass(time)
    else micros[row] = checkedTime(intake, times, row, time, before)
  }
  return micros
}

/** A row's time, or NaN and a fault. */
function checkedTime(
  intake: Intake,
  times: Vector,
  row: number,
  time: number,
  before: number,
): number {
  const fault = isThere(times, row) ? timeFault(time, intake.rules) : 'must not be null'
  if (fault === undefined) {
    intake.pass(time)
    return time
  }
  intake.faults.add(fault, 'body', 'timestamp', before + row)
  return Number.NaN
}

/** Rejects rows that have samples but lack a required metric, by setting their time to NaN. */
export function refuseIncompleteRows(
  intake: Intake,
  columns: readonly PlannedColumn[],
  vectors: readonly Vector[],
  micros: Float64Array,
  before: number,
): void {
  const { required } = intake.rules
  if (required.length === 0) return
  const bytes = Math.ceil(micros.length / 8)
  const validityOf = (at: number) => validityBytes(vectors[at], bytes)
  const any = new Uint8Array(bytes)
  for (const { at } of columns) {
    const there = validityOf(at)
    for (let i = 0; i < bytes; i++) any[i] = (any[i] ?? 0) | (there[i] ?? 0)
  }
  for (const rule of required) {
    const column = columns.find((one) => one.rule === rule)
    const there = column ? validityOf(column.at) : new Uint8Array(bytes)
    for (let row = 0; row < micros.length; row++) {
      // Only the first missing metric of a row is reported.
      if (isSet(there, row) || !isSet(any, row) || Number.isNaN(micros[row])) continue
      micros[row] = Number.NaN
      const detail = () => `has no ${rule.key} at row ${before + row}, which every frame must have`
      intake.faults.add(detail, 'body', ...(column ? [rule.key, before + row] : []))
    }
  }
}

/** A bitmap with 1 for rows that have a value. */
function validityBytes(vector: Vector | undefined, bytes: number): Uint8Array {
  if (vector?.validity) return vector.validity
  return new Uint8Array(bytes).fill(vector?.type.kind === 'null' ? 0 : 0xff)
}
