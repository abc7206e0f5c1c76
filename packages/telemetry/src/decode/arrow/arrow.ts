import { ingestLimits } from '@sluice/contract'
import { atOnce } from '@sluice/runtime'
import { Intake } from '../intake.ts'
import { rowTimesOf } from '../row-times.ts'
import type { Rules } from '../rules.ts'
import { readVector } from './column.ts'
import { Dictionaries } from './dictionaries.ts'
import { ArrowFault } from './flat-table.ts'
import { type Message, readMessages } from './messages.ts'
import { type Plan, planColumns } from './plan.ts'
import { readBatch } from './record-batch.ts'
import { readRowTimes, refuseIncompleteRows } from './rows.ts'
import { readSchema } from './schema.ts'

/** Reads an Arrow IPC stream, column by column from where its values lie. Null, in a column, is no sample. */
export function readArrow(body: unknown, rules: Rules): Intake {
  return atOnce(arrowOf(body, rules))
}

/** {@link readArrow}, which yields now and then. */
export function* arrowOf(body: unknown, rules: Rules): Generator<void, Intake> {
  const intake = new Intake(rules, 0)
  if (!(body instanceof Uint8Array)) {
    intake.faults.refuse('must be an Arrow IPC stream', 'body')
    return intake
  }
  try {
    yield* readStream(intake, body)
  } catch (error) {
    intake.faults.refuse(detailOf(error), 'body')
  }
  return intake
}

function detailOf(error: unknown): string {
  if (error instanceof ArrowFault) return error.message
  // From a DataView or typed array that was to be read beyond its end.
  if (error instanceof RangeError) return 'has metadata that does not match its messages'
  throw error
}

/** How far a stream has been read. */
interface Progress {
  readonly plan: Plan
  readonly dictionaries: Dictionaries
  rows: number
}

function* readStream(intake: Intake, bytes: Uint8Array): Generator<void, void> {
  let progress: Progress | undefined
  for (const message of readMessages(bytes)) {
    if (progress === undefined) progress = begin(intake, message)
    else if (message.kind === 'dictionary') progress.dictionaries.read(message)
    else if (message.kind === 'batch') yield* readRows(intake, progress, message)
    else throw new ArrowFault('has two schemas: send one table a call')
    if (intake.faults.fatal) return
  }
  if (progress === undefined) throw new ArrowFault('holds no table')
}

function begin(intake: Intake, { kind, header }: Message): Progress {
  if (kind !== 'schema') throw new ArrowFault('must begin with its schema')
  const fields = readSchema(header)
  return { plan: planColumns(intake, fields), dictionaries: new Dictionaries(fields), rows: 0 }
}

function* readRows(
  intake: Intake,
  progress: Progress,
  { header, body }: Message,
): Generator<void, void> {
  const { plan, dictionaries, rows: before } = progress
  const vectors = readBatch(header, body, plan.fields)
  const times = vectors[plan.time]
  if (times === undefined) return
  progress.rows += times.length
  if (progress.rows > ingestLimits.samples) {
    throw new ArrowFault(`must have at most ${ingestLimits.samples} rows; send more calls`)
  }
  for (const i of plan.refused) {
    intake.rejected += times.length - (vectors[i]?.nulls ?? 0)
  }
  const micros = yield* readRowTimes(intake, times, before)
  yield* refuseIncompleteRows(intake, plan.columns, vectors, micros, before)
  const rowTimes = yield* rowTimesOf(micros)
  intake.samples.reserve(Math.min(times.length * plan.columns.length, ingestLimits.samples))
  for (const { at, field, rule } of plan.columns) {
    const vector = vectors[at]
    const path = ['body', field.name]
    const column = { rule, field, times: rowTimes, path, before }
    if (vector) yield* readVector(intake, { ...column, vector }, dictionaries)
    if (intake.overflows()) return
    yield
  }
}
