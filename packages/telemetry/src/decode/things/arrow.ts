import { detailOf } from '../arrow/arrow.ts'
import { ArrowFault } from '../arrow/flat-table.ts'
import { TIME, timeColumn } from '../arrow/plan.ts'
import { isThere, type Vector } from '../arrow/record-batch.ts'
import type { Field } from '../arrow/schema.ts'
import { ArrowTable, type Batch } from '../arrow/table.ts'
import { microsOf } from '../arrow/vectors.ts'
import type { Faults } from '../faults.ts'
import type { Intake } from '../intake.ts'
import { ROWS_PER_YIELD } from '../row-times.ts'
import { timeFault } from '../rules.ts'
import { MetricColumn, type Rows, rowsWithValues, valuesOf } from './arrow-column.ts'
import type { Parts } from './parts.ts'
import { type Reading, ThingIds } from './reading.ts'

/** The name of the column of thing ids. */
const THING = 'thingId'

/** Scans an Arrow IPC stream whose rows name their things. */
export function* readingOfArrow(body: unknown, faults: Faults): Generator<void, Reading> {
  const ids = new ThingIds(faults)
  const bytes = body instanceof Uint8Array ? body : new Uint8Array()
  yield* guarded(readIds(ids, bytes), faults)
  return { things: ids.all, read: (parts) => guarded(readTable(parts, bytes), faults) }
}

/** Runs to the end, or adds the stream's fault: texts are only validated when they are read. */
function* guarded(work: Generator<void, void>, faults: Faults): Generator<void, void> {
  try {
    yield* work
  } catch (error) {
    faults.refuse(detailOf(error), 'body')
  }
}

function* readIds(ids: ThingIds, bytes: Uint8Array): Generator<void, void> {
  const table = new ArrowTable(bytes)
  timeColumn(table.fields)
  const at = thingColumn(table.fields)
  for (const batch of table.batches()) {
    const idAt = valuesOf(table.fields, batch, at)
    for (let row = 0; row < batch.rows; row++) {
      if (row % ROWS_PER_YIELD === 0) yield
      ids.take(idAt(row), 'body', THING, batch.before + row)
      if (ids.overflow('body', THING)) return
    }
  }
}

function thingColumn(fields: readonly Field[]): number {
  const at = fields.findIndex(({ name }) => name === THING)
  const kind = fields[at]?.type.kind
  if (kind === 'utf8') return at
  if (kind === undefined) throw new ArrowFault(`has no column "${THING}"`)
  throw new ArrowFault(`has a column "${THING}" of ${kind}: it must be utf8`)
}

function* readTable(parts: Parts, bytes: Uint8Array): Generator<void, void> {
  const table = new ArrowTable(bytes)
  const { fields } = table
  const [thingAt, timeAt] = [thingColumn(fields), timeColumn(fields)]
  const metrics = [...fields.keys()].filter((at) => at !== thingAt && at !== timeAt)
  const columns = metrics.map((at) => new MetricColumn(fields, at))
  for (const batch of table.batches()) {
    const times = batch.vectors[timeAt]
    if (!times) return
    const samples = yield* countSamples(batch, columns)
    const total = samples.reduce((sum, more) => sum + more, 0)
    if (parts.overflows(total, 0)) return
    const intakes = yield* placeRows(parts, batch, valuesOf(fields, batch, thingAt), samples)
    const micros = yield* readTimes(parts, batch, times, intakes)
    const rows = { intakes, micros }
    yield* refuseIncompleteRows(rows, batch, columns)
    for (const column of columns) {
      const units = yield* column.read(batch, rows)
      if (parts.overflows(0, units)) return
    }
  }
}

/** How many samples each row holds. */
function* countSamples(
  { rows, vectors }: Batch,
  columns: readonly MetricColumn[],
): Generator<void, Uint32Array> {
  const counts = new Uint32Array(rows)
  for (const { at } of columns) {
    yield
    for (const row of rowsWithValues(vectors[at])) counts[row] = (counts[row] ?? 0) + 1
  }
  return counts
}

/** Finds the destination of each row's samples, and counts those that have none. */
function* placeRows(
  parts: Parts,
  { rows, before }: Batch,
  idAt: (row: number) => unknown,
  samples: Uint32Array,
): Generator<void, Rows['intakes']> {
  const intakes: (Intake | undefined)[] = []
  for (let row = 0; row < rows; row++) {
    if (row % ROWS_PER_YIELD === 0) yield
    const id = idAt(row)
    const part = typeof id === 'string' ? parts.of(id) : undefined
    const sent = samples[row] ?? 0
    if (!part) parts.unnamed += sent
    intakes.push(part?.intakes[0] ?? part?.open(sent, sent, ['body', THING, before + row]))
  }
  return intakes
}

function* readTimes(
  parts: Parts,
  { before }: Batch,
  times: Vector,
  intakes: Rows['intakes'],
): Generator<void, Float64Array> {
  const micros = microsOf(times)
  for (let row = 0; row < micros.length; row++) {
    if (row % ROWS_PER_YIELD === 0) yield
    const time = micros[row] ?? Number.NaN
    const fault = isThere(times, row) ? timeFault(time, parts) : 'must not be null'
    if (fault === undefined) intakes[row]?.pass(time)
    else {
      micros[row] = Number.NaN
      parts.faults.add(fault, 'body', TIME, before + row)
    }
  }
  return micros
}

/** Rejects rows that have samples but lack a metric that their thing requires, by setting their time to NaN. */
function* refuseIncompleteRows(
  { intakes, micros }: Rows,
  batch: Batch,
  columns: readonly MetricColumn[],
): Generator<void, void> {
  const needing = new Set(intakes.filter((intake) => intake && intake.rules.required.length > 0))
  if (needing.size === 0) return
  const takes = yield* rowsThatTake(intakes, batch, columns)
  const byName = new Map(columns.map((column) => [column.name, column]))
  for (let row = 0; row < micros.length; row++) {
    if (row % ROWS_PER_YIELD === 0) yield
    const intake = intakes[row]
    if (!intake || !takes[row] || Number.isNaN(micros[row])) continue
    // Only the first missing metric of a row is reported.
    const lacking = intake.rules.required.find(
      ({ key }) => !byName.get(key)?.has(batch, intake, row),
    )
    if (!lacking) continue
    micros[row] = Number.NaN
    const { key } = lacking
    const at = batch.before + row
    const detail = () => `has no ${key} at row ${at}, which every frame must have`
    intake.faults.add(detail, 'body', ...(byName.has(key) ? [key, at] : []))
  }
}

/** 1 for rows that have a value which their thing may accept. */
function* rowsThatTake(
  intakes: Rows['intakes'],
  batch: Batch,
  columns: readonly MetricColumn[],
): Generator<void, Uint8Array> {
  const takes = new Uint8Array(batch.rows)
  for (const column of columns) {
    yield
    for (const row of rowsWithValues(batch.vectors[column.at])) {
      const intake = intakes[row]
      if (intake && column.has(batch, intake, row)) takes[row] = 1
    }
  }
  return takes
}
