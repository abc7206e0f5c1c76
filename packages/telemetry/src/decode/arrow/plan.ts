import { quoted } from '../faults.ts'
import type { Intake } from '../intake.ts'
import { type MetricRule, unknownDetail } from '../rules.ts'
import { ArrowFault } from './flat-table.ts'
import type { ColumnType, Field } from './schema.ts'

/** The name of the time column. */
export const TIME = 'timestamp'

/** What to do with each column of a table. */
export interface Plan {
  /** The index of the time column. */
  readonly time: number
  readonly columns: readonly PlannedColumn[]
  /** Columns whose samples are all rejected. */
  readonly refused: readonly number[]
}

export interface PlannedColumn {
  /** Its index in the table. */
  readonly at: number
  readonly field: Field
  readonly rule: MetricRule
}

/** Finds each column's metric; adds faults for unknown metrics and wrong types. Throws {@link ArrowFault}. */
export function planColumns(intake: Intake, fields: readonly Field[]): Plan {
  const columns: PlannedColumn[] = []
  const refused: number[] = []
  for (const [at, field] of fields.entries()) {
    if (field.name === TIME) continue
    const rule = intake.rules.metrics.get(field.name)
    if (rule && takes(rule, field.type)) columns.push({ at, field, rule })
    else if (rule || !intake.rules.ignoreUnknown) {
      refused.push(at)
      intake.faults.add(() => detailOf(intake, field, rule), 'body', field.name)
    }
  }
  return { time: timeColumn(fields), columns, refused }
}

/** Which kinds of columns fit a value type. A column of nulls fits all: it has no values. */
const kinds = {
  number: ['int', 'float'],
  integer: ['int', 'float'],
  boolean: ['bool'],
  string: ['utf8'],
} as const satisfies Record<MetricRule['valueType'], readonly ColumnType['kind'][]>

/** Whether a column of this type may hold values of the metric. */
export function takes({ valueType }: MetricRule, { kind }: ColumnType): boolean {
  return kind === 'null' || kinds[valueType].some((one) => one === kind)
}

function detailOf({ rules }: Intake, { name, type }: Field, rule: MetricRule | undefined): string {
  return rule === undefined ? unknownDetail(rules, name) : wrongType(rule, type)
}

/** The fault of a column whose type does not fit its metric. */
export function wrongType({ valueType }: MetricRule, { kind }: ColumnType): string {
  return `must be a column of ${kinds[valueType].join(' or ')}, not ${kind}`
}

/** The index of the time column. Throws {@link ArrowFault}. */
export function timeColumn(fields: readonly Field[]): number {
  const at = fields.findIndex(({ name }) => name === TIME)
  const field = fields[at]
  if (field === undefined) throw new ArrowFault(`has no column ${quoted(TIME)}`)
  const { kind } = field.type
  const isTime =
    kind === 'timestamp' ||
    (field.type.kind === 'int' && field.type.bits === 64 && field.type.signed)
  if (isTime) return at
  throw new ArrowFault(
    `has a column ${quoted(TIME)} of ${kind}: it must be a timestamp, or int64 of epoch milliseconds`,
  )
}
