import type { Fault, TemplateParameter } from '@sluice/contract'
import { memberOf } from '#data/member-of.ts'
import { texts } from '#texts/templates-parameters.ts'
import { fieldKindOf, type ListColumn } from './field-kind.ts'

export type Cell = string | number | boolean

/** A row of a list; its key is stable when other rows are removed. */
export interface Row {
  readonly key: number
  readonly cells: Readonly<Record<string, Cell>>
}

/** The value of a field: text, number, boolean or rows. An empty number is an empty string. */
export type FieldValue = Cell | readonly Row[]
export type FormValues = Readonly<Record<string, FieldValue>>

/** How many rows are editable; further rows are only counted. */
export const EDITABLE_ROWS = 50

/** Initial values of the form: those of an application, or the defaults. */
export function formValues(
  parameters: readonly TemplateParameter[],
  given: Readonly<Record<string, unknown>> = {},
): FormValues {
  return Object.fromEntries(
    parameters.map((parameter) => [
      parameter.name,
      fieldValueOf(parameter, memberOf(given, parameter.name) ?? parameter.default),
    ]),
  )
}

function fieldValueOf(parameter: TemplateParameter, value: unknown): FieldValue {
  const kind = fieldKindOf(parameter)
  switch (kind.field) {
    case 'boolean':
      return value === true
    case 'rows':
      return rowsOf(Array.isArray(value) ? value : [], kind.columns)
    case 'lines':
      return Array.isArray(value) ? value.join('\n') : ''
    case 'json':
      return value === undefined ? '' : JSON.stringify(value, null, 2)
    default:
      return typeof value === 'number' || typeof value === 'string' ? value : ''
  }
}

export function rowsOf(items: readonly unknown[], columns: readonly ListColumn[]): Row[] {
  return items.map((item, key) => ({ key, cells: cellsOf(item, columns) }))
}

function cellsOf(item: unknown, columns: readonly ListColumn[]): Row['cells'] {
  const members = (typeof item === 'object' && item !== null ? item : {}) as Record<string, Cell>
  return Object.fromEntries(
    columns.map(({ name, type }) => [
      name,
      memberOf(members, name) ?? (type === 'boolean' ? false : ''),
    ]),
  )
}

/** Converts a form's values to parameters. Invalid JSON is reported as a fault. */
export function parametersOf(
  parameters: readonly TemplateParameter[],
  values: FormValues,
): { given: Record<string, unknown>; faults: Fault[] } {
  const faults: Fault[] = []
  const entries = parameters.map((parameter) => {
    try {
      return [parameter.name, givenBy(parameter, values[parameter.name] ?? '')] as const
    } catch {
      const pointer = `/body/parameters/${parameter.name}`
      faults.push({ pointer, detail: texts.notJson })
      return [parameter.name, undefined] as const
    }
  })
  return {
    given: Object.fromEntries(entries.filter(([, value]) => value !== undefined)),
    faults,
  }
}

/**
 * Converts a field's value to a parameter; undefined if it is empty.
 *
 * @throws if the text of a JSON field is invalid
 */
function givenBy(parameter: TemplateParameter, value: FieldValue): unknown {
  if (typeof value === 'object') return value.map(({ cells }) => withoutEmpty(cells))
  const { field } = fieldKindOf(parameter)
  if (field === 'lines') return linesOf(String(value))
  if (value === '') return undefined
  return field === 'json' ? JSON.parse(String(value)) : value
}

function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '')
}

function withoutEmpty(cells: Row['cells']): Record<string, Cell> {
  return Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== ''))
}

/** The form field for a fault: `stations.4.name` if that row is shown, otherwise the parameter's field. */
export function fieldOf(values: FormValues, path: string): string | undefined {
  const [whole, name = '', row = '', column = ''] = path.split('.')
  if (whole === 'applicationId') return 'applicationId'
  if (whole !== 'parameters' || !Object.hasOwn(values, name)) return undefined
  const isShown = typeof values[name] === 'object' && Number(row) < EDITABLE_ROWS
  return isShown && row !== '' && column !== '' ? `${name}.${row}.${column}` : name
}
