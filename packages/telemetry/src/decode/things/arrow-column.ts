import { exact } from '../arrow/column.ts'
import { takes, wrongType } from '../arrow/plan.ts'
import { isSet, isThere, nextRow, type Vector } from '../arrow/record-batch.ts'
import type { Field } from '../arrow/schema.ts'
import type { Batch } from '../arrow/table.ts'
import { textsOf } from '../arrow/texts.ts'
import { numbersOf } from '../arrow/vectors.ts'
import type { Intake } from '../intake.ts'
import { ROWS_PER_YIELD } from '../row-times.ts'
import { type MetricRule, unknownDetail } from '../rules.ts'
import { refuseValue, takeValue } from '../table-column.ts'

/** The destination of a batch's rows. */
export interface Rows {
  /** By row; undefined if its thing accepts no samples. */
  readonly intakes: readonly (Intake | undefined)[]
  /** Epoch microseconds; NaN where no sample of the row may be taken. */
  readonly micros: Float64Array
}

/** A column's values by row: undefined if the row has none, null if the dictionary lacks its index. */
export function valuesOf(
  fields: readonly Field[],
  { vectors, dictionaries }: Batch,
  at: number,
): (row: number) => unknown {
  const [field, vector] = [fields[at], vectors[at]]
  if (!field || !vector || vector.nulls === vector.length) return () => undefined
  const value = presentValues(field, vector, dictionaries)
  return (row) => (isThere(vector, row) ? value(row) : undefined)
}

function presentValues(
  { type, dictionary }: Field,
  vector: Vector,
  dictionaries: Batch['dictionaries'],
): (row: number) => unknown {
  if (dictionary) {
    const [texts, indices] = [dictionaries.texts(dictionary.id), numbersOf(vector)]
    return (row) => texts[indices[row] ?? -1] ?? null
  }
  if (type.kind === 'utf8') return textsOf(vector)
  if (type.kind === 'bool') return (row) => isSet(vector.values, row)
  if (type.kind === 'timestamp') return () => null
  const numbers = numbersOf(vector)
  return (row) => numbers[row]
}

/** The rows of a column that have a value, ascending. */
export function* rowsWithValues(vector: Vector | undefined): Generator<number, void> {
  if (!vector || vector.type.kind === 'null' || vector.nulls === vector.length) return
  for (let row = nextRow(vector, 0, true); row < vector.length; ) {
    yield row
    row = nextRow(vector, row + 1, true)
  }
}

/** A column of values, whose metric may exist for some things only. */
export class MetricColumn {
  readonly at: number
  readonly name: string
  readonly #fields: readonly Field[]
  readonly #field: Field
  /** Null if a thing accepts none of its values. */
  readonly #rules = new Map<Intake, MetricRule | null>()

  constructor(fields: readonly Field[], at: number) {
    const field = fields[at]
    if (!field) throw new RangeError(`There is no column ${at}.`)
    this.at = at
    this.name = field.name
    this.#fields = fields
    this.#field = field
  }

  /** Whether a row has a value that its thing may accept. */
  has({ vectors }: Batch, intake: Intake, row: number): boolean {
    const vector = vectors[this.at]
    if (!vector || vector.type.kind === 'null' || !isThere(vector, row)) return false
    return this.#rule(intake) !== null
  }

  /** Takes the values of a batch. Returns the UTF-16 units of their texts. */
  *read(batch: Batch, { intakes, micros }: Rows): Generator<void, number> {
    const valueAt = valuesOf(this.#fields, batch, this.at)
    const place = { path: ['body', this.name], before: batch.before, times: { micros } }
    let units = 0
    let read = 0
    for (const row of rowsWithValues(batch.vectors[this.at])) {
      if (read++ % ROWS_PER_YIELD === 0) yield
      const intake = intakes[row]
      if (!intake) continue
      const value = valueAt(row)
      const rule = this.#rule(intake)
      if (rule === null) this.#refuse(intake)
      else if (value === null)
        refuseValue(intake, { ...place, rule }, row, 'is not in the dictionary')
      else takeValue(intake, { ...place, rule }, row, value)
      if (typeof value === 'string') units += value.length
    }
    return units
  }

  /** The rule for its values of a thing. Null, with a fault the first time, if the thing accepts none. */
  #rule(intake: Intake): MetricRule | null {
    const known = this.#rules.get(intake)
    if (known !== undefined) return known
    const found = this.#find(intake)
    this.#rules.set(intake, found)
    return found
  }

  #find({ rules, faults }: Intake): MetricRule | null {
    const { name, type } = this.#field
    const rule = rules.metrics.get(name)
    if (rule && takes(rule, type)) return type.kind === 'int' ? exact(rule) : rule
    if (rule) faults.add(wrongType(rule, type), 'body', name)
    else if (!rules.ignoreUnknown) faults.add(() => unknownDetail(rules, name), 'body', name)
    return null
  }

  /** Unknown metrics that the thing's type ignores are no fault. */
  #refuse(intake: Intake): void {
    const { metrics, ignoreUnknown } = intake.rules
    if (metrics.has(this.name) || !ignoreUnknown) intake.rejected++
  }
}
