import type { Fault, TemplateParameter } from '@sluice/contract'
import { memberOf } from '#data/member-of.ts'
import { losesDigits, lostInteger } from '#form/json.ts'
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

/** Converts a form's values to parameters. What a parameter cannot hold is reported as a fault. */
export function parametersOf(
  parameters: readonly TemplateParameter[],
  values: FormValues,
): { given: Record<string, unknown>; faults: Fault[] } {
  const faults: Fault[] = []
  const entries = parameters.map((parameter) => {
    const value = values[parameter.name] ?? ''
    const pointer = `/body/parameters/${parameter.name}`
    const found = faultsOf(parameter, value)
    faults.push(...found.map(({ at, detail }) => ({ pointer: pointer + at, detail })))
    return [parameter.name, found.length > 0 ? undefined : givenBy(parameter, value)] as const
  })
  return {
    given: Object.fromEntries(entries.filter(([, value]) => value !== undefined)),
    faults,
  }
}

interface Found {
  /** The pointer within the parameter. */
  readonly at: string
  readonly detail: string
}

/** Invalid JSON, and pasted cells that do not fit their columns. */
function faultsOf(parameter: TemplateParameter, value: FieldValue): Found[] {
  const kind = fieldKindOf(parameter)
  if (kind.field === 'rows' && typeof value === 'object') {
    return value.flatMap(({ cells }, row) => cellFaults(kind.columns, cells, row))
  }
  const detail = kind.field === 'json' && value !== '' ? jsonFault(String(value)) : undefined
  return detail === undefined ? [] : [{ at: '', detail }]
}

function cellFaults(columns: readonly ListColumn[], cells: Row['cells'], row: number): Found[] {
  return columns.flatMap(({ name, type }) => {
    const cell = cells[name]
    if (type === 'text' || typeof cell !== 'string' || cell === '') return []
    const detail = type === 'boolean' ? texts.notBoolean(cell) : notNumber(cell)
    return [{ at: `/${row}/${name}`, detail }]
  })
}

function notNumber(cell: string): string {
  return losesDigits(cell) ? texts.lostDigits(cell) : texts.notNumber(cell)
}

function jsonFault(text: string): string | undefined {
  try {
    JSON.parse(text)
  } catch {
    return texts.notJson
  }
  const lost = lostInteger(text)
  return lost === undefined ? undefined : texts.lostDigits(lost)
}

/** Converts a field's value without faults to a parameter; undefined if it is empty. */
function givenBy(parameter: TemplateParameter, value: FieldValue): unknown {
  if (typeof value === 'object') return value.map(({ cells }) => withoutEmpty(cells))
  const { field } = fieldKindOf(parameter)
  if (field === 'lines') return linesOf(String(value))
  // A default would replace a text that is left out, though the field shows none.
  if (value === '') return field === 'text' && parameter.default !== undefined ? '' : undefined
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
