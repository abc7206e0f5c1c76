import type { Path } from './faults.ts'
import type { Intake } from './intake.ts'
import type { RowTimes } from './row-times.ts'
import type { MetricRule } from './rules.ts'

/** Where the values of a metric are in a table. */
export interface TableColumn {
  readonly rule: MetricRule
  readonly times: RowTimes
  /** The path of faults, without the row. */
  readonly path: Path
  /** Rows of the table before the first of these. */
  readonly before: number
}

/** Takes the values of the rows from `from` to before `end`. A null is no sample. */
export function takeValues(
  intake: Intake,
  column: TableColumn,
  values: ArrayLike<unknown>,
  from: number,
  end: number,
): void {
  for (let row = from; row < end; row++) {
    row = intake.takeRun(column.rule, column.times, values, row, end)
    if (row === end) return
    const value = values[row]
    if (value !== null) takeValue(intake, column, row, value)
  }
}

/** What a single value needs of its column. */
type Place = Omit<TableColumn, 'times'> & { readonly times: Pick<RowTimes, 'micros'> }

/** Takes a value, or adds a fault. If the whole row is rejected, its fault has been added already. */
export function takeValue(intake: Intake, column: Place, row: number, value: unknown): void {
  const micros = column.times.micros[row] ?? Number.NaN
  if (Number.isNaN(micros)) {
    intake.rejected++
    return
  }
  const fault = intake.take(column.rule, micros, value)
  if (fault !== undefined) intake.faults.add(fault, ...column.path, column.before + row)
}

export function refuseValue(intake: Intake, column: Place, row: number, detail: string): void {
  intake.rejected++
  intake.faults.add(detail, ...column.path, column.before + row)
}
