import type { Fault, TemplateParameter } from '@sluice/contract'
import { escaped } from '#data/faults.ts'
import { memberOf } from '#data/member-of.ts'
import { losesDigits, lostInteger } from '#form/json.ts'
import { texts } from '#texts/templates-parameters.ts'
import { fieldKindOf, type ListColumn } from './field-kind.ts'
import { type Cell, itemOf, type Row, rowsOf } from './rows.ts'

/** The value of a field: text, number, boolean or rows. An empty number is an empty string. */
export type FieldValue = Cell | readonly Row[]
export type FormValues = Readonly<Record<string, FieldValue>>

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
      return rowsOf(Array.isArray(value) ? value : [], kind)
    case 'lines':
      return Array.isArray(value) ? value.join('\n') : ''
    case 'json':
      return value === undefined ? '' : JSON.stringify(value, null, 2)
    default:
      return typeof value === 'number' || typeof value === 'string' ? value : ''
  }
}

/**
 * Converts a form's values to parameters. What a parameter cannot hold is reported as a fault. What was not edited is
 * returned as it was `given` when the form began.
 */
export function parametersOf(
  parameters: readonly TemplateParameter[],
  values: FormValues,
  given: Readonly<Record<string, unknown>> = {},
): { given: Record<string, unknown>; faults: Fault[] } {
  const faults: Fault[] = []
  const entries = parameters.map((parameter) => {
    const value = values[parameter.name] ?? ''
    const pointer = `/body/parameters/${parameter.name}`
    const found = faultsOf(parameter, value)
    faults.push(...found.map(({ at, detail }) => ({ pointer: pointer + at, detail })))
    if (found.length > 0) return [parameter.name, undefined] as const
    const original = memberOf(given, parameter.name) ?? parameter.default
    return [parameter.name, givenBy(parameter, value, original)] as const
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
    return [{ at: `/${row}/${escaped(name)}`, detail }]
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
function givenBy(parameter: TemplateParameter, value: FieldValue, original: unknown): unknown {
  const kind = fieldKindOf(parameter)
  if (kind.field === 'rows' && typeof value === 'object') {
    return value.map((row) => itemOf(row, kind.columns))
  }
  if (kind.field === 'lines') {
    const isEdited = !isTexts(original) || value !== original.join('\n')
    return isEdited ? linesOf(String(value)) : original
  }
  // A default would replace a text that is left out, though the field shows none.
  const mayBeEmpty = parameter.default !== undefined || original === ''
  if (value === '') return kind.field === 'text' && mayBeEmpty ? '' : undefined
  return kind.field === 'json' ? JSON.parse(String(value)) : value
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '')
}
