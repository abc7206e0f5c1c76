import { quoted } from '../faults.ts'
import type { Intake } from '../intake.ts'
import { type MetricRule, unknownDetail } from '../rules.ts'
import { ArrowFault } from './flat-table.ts'
import type { ColumnType, Field } from './schema.ts'

/** The name of the column of times. */
export const TIME = 'timestamp'

/** What is to be done with each column of a table. */
export interface Plan {
  /** Which column has the times. */
  readonly time: number
  readonly columns: readonly PlannedColumn[]
  /** The columns whose samples are all refused. */
  readonly refused: readonly number[]
}

/** A metric's column. */
export interface PlannedColumn {
  /** Which one of the table's it is. */
  readonly at: number
  readonly field: Field
  readonly rule: MetricRule
}

/** Finds each column's metric; faults for those that have none or another type. Throws {@link ArrowFault}. */
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

/** Which kinds of columns hold values of a type; a column of nothing but nulls holds none of any. */
const kinds = {
  number: ['int', 'float'],
  integer: ['int', 'float'],
  boolean: ['bool'],
  string: ['utf8'],
} as const satisfies Record<MetricRule['valueType'], readonly ColumnType['kind'][]>

/** May a column of a type hold values of a metric? */
export function takes({ valueType }: MetricRule, { kind }: ColumnType): boolean {
  return kind === 'null' || kinds[valueType].some((one) => one === kind)
}

function detailOf({ rules }: Intake, { name, type }: Field, rule: MetricRule | undefined): string {
  return rule === undefined ? unknownDetail(rules, name) : wrongType(rule, type)
}

/** What is wrong with a column that a metric does not take. */
export function wrongType({ valueType }: MetricRule, { kind }: ColumnType): string {
  return `must be a column of ${kinds[valueType].join(' or ')}, not ${kind}`
}

/** Which column has the times. Throws {@link ArrowFault}. */
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
