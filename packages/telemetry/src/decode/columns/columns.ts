import { atOnce, JsonBody } from '@sluice/runtime'
import type { Path } from '../faults.ts'
import { Intake, isObject } from '../intake.ts'
import { ROWS_PER_YIELD, rowTimesOf } from '../row-times.ts'
import { type MetricRule, type Rules, unknownDetail } from '../rules.ts'
import { takeValues } from '../table-column.ts'
import { allTimes, readTimes } from '../times.ts'

export const columnFields = ['timestamps', 'start', 'stepSeconds', 'count', 'values'] as const

/** A known metric's column, as long as the times. */
interface Column {
  readonly rule: MetricRule
  readonly values: readonly unknown[]
}

/**
 * Reads a columnar body, parsed or not, in one pass per column, at once: the time that takes is bounded by the length of
 * the body. A null in a column is no sample.
 */
export function readColumns(sent: unknown, rules: Rules): Intake {
  return atOnce(columnsOf(sent instanceof JsonBody ? sent.parse() : sent, rules))
}

function* columnsOf(body: unknown, rules: Rules): Generator<void, Intake> {
  if (!isObject(body)) {
    const intake = new Intake(rules, 0)
    intake.faults.refuse('must be an object: {timestamps, values}', 'body')
    return intake
  }
  const intake = new Intake(rules, capacityFor(body.values))
  yield* readTable(intake, body, ['body'], columnFields)
  return intake
}

/** Takes the samples of a columnar table at `path`, in which only `fields` are allowed. Returns its number of rows. */
export function* readTable(
  intake: Intake,
  table: Record<string, unknown>,
  path: Path,
  fields: readonly string[],
): Generator<void, number> {
  for (const key in table) {
    if (fields.includes(key)) continue
    intake.faults.refuse(`is not a field here: expected ${fields.join(', ')}`, ...path, key)
  }
  const times = yield* readTimes(intake, table, path)
  const below = [...path, 'values']
  if (!isObject(table.values)) {
    intake.faults.refuse('must be an object of metric keys and arrays', ...below)
  } else if (times !== undefined) {
    const columns = readForms(intake, table.values, times.length, below)
    // Without a column, the bytes of the body do not bound the rows.
    if (columns.length > 0) yield* takeColumns(intake, columns, yield* allTimes(times), below)
  }
  return times?.length ?? 0
}

function* takeColumns(
  intake: Intake,
  columns: readonly Column[],
  times: Float64Array,
  path: Path,
): Generator<void, void> {
  yield* refuseIncompleteRows(intake, columns, times, path)
  yield
  const rowTimes = yield* rowTimesOf(times)
  for (const { rule, values } of columns) {
    const column = { rule, times: rowTimes, path: [...path, rule.key], before: 0 }
    for (let from = 0; from < values.length; from += ROWS_PER_YIELD) {
      takeValues(intake, column, values, from, Math.min(values.length, from + ROWS_PER_YIELD))
      yield
    }
    if (intake.overflows()) break
  }
}

/** How many samples the columns may hold at most. */
export function capacityFor(values: unknown): number {
  if (!isObject(values)) return 0
  return Object.values(values).reduce<number>(
    (sum, column) => sum + (Array.isArray(column) ? column.length : 0),
    0,
  )
}

/** The columns that are as long as the times; adds faults for the others. */
function readForms(
  intake: Intake,
  values: Record<string, unknown>,
  length: number,
  path: Path,
): Column[] {
  const columns: Column[] = []
  for (const key in values) {
    const column = values[key]
    const rule = intake.rules.metrics.get(key)
    if (rule === undefined) {
      if (intake.rules.ignoreUnknown) continue
      intake.rejected += Array.isArray(column) ? samplesIn(column) : 1
      intake.faults.add(() => unknownDetail(intake.rules, key), ...path, key)
    } else if (!Array.isArray(column)) {
      intake.faults.refuse('must be an array of values', ...path, key)
    } else if (column.length !== length) {
      const detail = `must have as many values as there are timestamps: ${length}, not ${column.length}`
      intake.faults.refuse(detail, ...path, key)
    } else {
      columns.push({ rule, values: column })
    }
  }
  return columns
}

/** How many samples a column holds. */
export function samplesIn(column: readonly unknown[]): number {
  let samples = 0
  for (const value of column) if (value !== null) samples++
  return samples
}

/** Rejects rows that have samples but lack a required metric, by setting their time to NaN. */
function* refuseIncompleteRows(
  intake: Intake,
  columns: readonly Column[],
  times: Float64Array,
  path: Path,
): Generator<void, void> {
  const { rules, faults } = intake
  if (rules.required.length === 0) return
  const rows = yield* rowsWithSamples(columns, times.length)
  const byKey = new Map(columns.map(({ rule, values }) => [rule.key, values]))
  for (const { key } of rules.required) {
    const values = byKey.get(key)
    if (values === undefined) {
      // One fault for all rows: a type may require a thousand metrics.
      if (rows.length > 0) faults.add(`has no ${key}, which every frame must have`, ...path)
      continue
    }
    for (const [i, row] of rows.entries()) {
      if (i % ROWS_PER_YIELD === 0) yield
      if ((values[row] ?? null) !== null) continue
      times[row] = Number.NaN
      const detail = () => `has no ${key} at row ${row}, which every frame must have`
      faults.add(detail, ...path, key, row)
    }
  }
  if (rules.required.some(({ key }) => !byKey.has(key))) times.fill(Number.NaN)
}

/** The rows that have a sample in any column, in order. */
function* rowsWithSamples(columns: readonly Column[], count: number): Generator<void, number[]> {
  const has = new Uint8Array(count)
  for (const { values } of columns) {
    for (let row = 0; row < count; row++) {
      if (row % ROWS_PER_YIELD === 0) yield
      if (values[row] !== null) has[row] = 1
    }
  }
  const rows: number[] = []
  for (let row = 0; row < count; row++) {
    if (row % ROWS_PER_YIELD === 0) yield
    if (has[row]) rows.push(row)
  }
  return rows
}
