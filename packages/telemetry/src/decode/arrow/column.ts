import type { Intake } from '../intake.ts'
import type { MetricRule } from '../rules.ts'
import { refuseValue, type TableColumn, takeValue, takeValues } from '../table-column.ts'
import type { Dictionaries } from './dictionaries.ts'
import { isSet, isThere, nextRow, type Vector } from './record-batch.ts'
import type { Field } from './schema.ts'
import { textsOf } from './texts.ts'
import { numbersOf } from './vectors.ts'

export interface ArrowColumn extends TableColumn {
  readonly field: Field
  readonly vector: Vector
}

/** Takes the samples of a column. Throws ArrowFault for invalid strings. */
export function readVector(intake: Intake, column: ArrowColumn, dictionaries: Dictionaries): void {
  const { field, vector } = column
  if (vector.nulls === vector.length) return
  if (field.dictionary) readIndices(intake, column, dictionaries.texts(field.dictionary.id))
  else if (field.type.kind === 'utf8') readEach(intake, column, textsOf(vector))
  else if (field.type.kind === 'bool') {
    readEach(intake, column, (row) => isSet(vector.values, row))
  } else readNumbers(intake, column)
}

function readNumbers(intake: Intake, column: ArrowColumn): void {
  const { vector } = column
  const numbers = numbersOf(vector)
  const checked = vector.type.kind === 'int' ? { ...column, rule: exact(column.rule) } : column
  let from = nextRow(vector, 0, true)
  while (from < vector.length) {
    const end = nextRow(vector, from, false)
    takeValues(intake, checked, numbers, from, end)
    from = nextRow(vector, end, true)
  }
}

/** A rule for integers, where NaN stands for a 64-bit one that no double represents exactly. */
export function exact(rule: MetricRule): MetricRule {
  const most = Number.MAX_SAFE_INTEGER
  const detail = `must be between -${most} and ${most}: larger numbers are not exact`
  return { ...rule, check: (value) => (Number.isNaN(value) ? detail : rule.check(value)) }
}

function readIndices(intake: Intake, column: ArrowColumn, texts: readonly string[]): void {
  const indices = numbersOf(column.vector)
  for (let row = 0; row < indices.length; row++) {
    if (!isThere(column.vector, row)) continue
    const text = texts[indices[row] ?? -1]
    if (text === undefined) refuseValue(intake, column, row, 'is not in the dictionary')
    else takeValue(intake, column, row, text)
  }
}

function readEach(
  intake: Intake,
  column: ArrowColumn,
  valueAt: (row: number) => string | boolean,
): void {
  const { vector } = column
  for (let row = 0; row < vector.length; row++) {
    if (isThere(vector, row)) takeValue(intake, column, row, valueAt(row))
  }
}
