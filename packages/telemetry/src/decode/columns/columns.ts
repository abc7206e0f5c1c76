import { atOnce, JsonBody } from '@sluice/runtime'
import type { Path } from '../faults.ts'
import { Intake, isObject } from '../intake.ts'
import { ROWS_PER_YIELD, rowTimesOf } from '../row-times.ts'
import { type MetricRule, type Rules, unknownDetail } from '../rules.ts'
import { takeValues } from '../table-column.ts'
import { readTimes } from '../times.ts'

export const columnFields = ['timestamps', 'start', 'stepSeconds', 'count', 'values'] as const

/** A known metric's column, as long as the times. */
interface Column {
  readonly rule: MetricRule
  readonly values: readonly unknown[]
}

/** Reads a columnar body, parsed or not, in one pass per column. A null in a column is no sample. */
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
    yield* refuseIncompleteRows(intake, columns, times, below)
    yield
    const rowTimes = yield* rowTimesOf(times)
    for (const { rule, values } of columns) {
      const column = { rule, times: rowTimes, path: [...below, rule.key], before: 0 }
      for (let from = 0; from < values.length; from += ROWS_PER_YIELD) {
        takeValues(intake, column, values, from, Math.min(values.length, from + ROWS_PER_YIELD))
        yield
      }
      if (intake.overflows()) break
    }
  }
  return times?.length ?? 0
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

/** Rows checked between two yields: a few milliseconds with a thousand metrics. */
const ROWS_PER_CHECK = 256

/** Rejects rows that have samples but lack a required metric, by setting their time to NaN. */
function* refuseIncompleteRows(
  intake: Intake,
  columns: readonly Column[],
  times: Float64Array,
  path: Path,
): Generator<void, void> {
  for (const { key } of intake.rules.required) {
    const required = columns.find(({ rule }) => rule.key === key)?.values
    for (let row = 0; row < times.length; row++) {
      if (row % ROWS_PER_CHECK === 0) yield
      if ((required?.[row] ?? null) !== null) continue
      if (columns.every(({ values }) => values[row] === null)) continue
      times[row] = Number.NaN
      const detail = `has no ${key} at row ${row}, which every frame must have`
      intake.faults.add(detail, ...path, ...(required ? [key, row] : []))
    }
  }
}
