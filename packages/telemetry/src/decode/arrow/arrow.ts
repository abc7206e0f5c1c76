import { ingestLimits } from '@sluice/contract'
import { atOnce } from '@sluice/runtime'
import { Intake } from '../intake.ts'
import { rowTimesOf } from '../row-times.ts'
import type { Rules } from '../rules.ts'
import { readVector } from './column.ts'
import { ArrowFault } from './flat-table.ts'
import { type Plan, planColumns } from './plan.ts'
import { readRowTimes, refuseIncompleteRows } from './rows.ts'
import { ArrowTable, type Batch } from './table.ts'

/** Reads an Arrow IPC stream in place, column by column. A null in a column is no sample. */
export function readArrow(body: unknown, rules: Rules): Intake {
  const intake = new Intake(rules, 0)
  if (!(body instanceof Uint8Array)) {
    intake.faults.refuse('must be an Arrow IPC stream', 'body')
    return intake
  }
  try {
    readStream(intake, body)
  } catch (error) {
    intake.faults.refuse(detailOf(error), 'body')
  }
  return intake
}

/** What is wrong with an unreadable stream; rethrows errors that are not the stream's fault. */
export function detailOf(error: unknown): string {
  if (error instanceof ArrowFault) return error.message
  // From a DataView or typed array, for a read beyond its end.
  if (error instanceof RangeError) return 'has metadata that does not match its messages'
  throw error
}

function readStream(intake: Intake, bytes: Uint8Array): void {
  const table = new ArrowTable(bytes)
  const plan = planColumns(intake, table.fields)
  for (const batch of table.batches()) {
    readRows(intake, plan, batch)
    if (intake.faults.fatal) return
  }
}

function readRows(intake: Intake, plan: Plan, { vectors, dictionaries, before }: Batch): void {
  const times = vectors[plan.time]
  if (times === undefined) return
  for (const i of plan.refused) {
    intake.rejected += times.length - (vectors[i]?.nulls ?? 0)
  }
  const micros = readRowTimes(intake, times, before)
  refuseIncompleteRows(intake, plan.columns, vectors, micros, before)
  const rowTimes = atOnce(rowTimesOf(micros))
  intake.samples.reserve(Math.min(times.length * plan.columns.length, ingestLimits.samples))
  for (const { at, field, rule } of plan.columns) {
    const vector = vectors[at]
    const path = ['body', field.name]
    const column = { rule, field, times: rowTimes, path, before }
    if (vector) readVector(intake, { ...column, vector }, dictionaries)
    if (intake.overflows()) return
  }
}
