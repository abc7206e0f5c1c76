import type { TemplateParameter } from '@sluice/contract'

type Schema = Readonly<Record<string, unknown>>

/** A column of a list whose items are flat objects. */
export interface ListColumn {
  readonly name: string
  readonly type: 'text' | 'number' | 'boolean'
  readonly isRequired: boolean
}

/** A list of flat objects. */
export interface RowsKind {
  readonly field: 'rows'
  readonly columns: readonly ListColumn[]
  /** Whether items may have members without a column. */
  readonly isOpen: boolean
}

/** The kind of field for a parameter. Types without a suitable field are entered as JSON. */
export type FieldKind =
  | { readonly field: 'text' | 'boolean' | 'lines' | 'json' }
  | { readonly field: 'choice'; readonly choices: readonly string[] }
  | {
      readonly field: 'number'
      readonly min: number | undefined
      readonly max: number | undefined
      readonly isWhole: boolean
    }
  | RowsKind

export function fieldKindOf({ type, schema }: TemplateParameter): FieldKind {
  switch (type) {
    case 'boolean':
      return { field: 'boolean' }
    case 'string':
      return textKind(schema)
    case 'integer':
    case 'number':
      return {
        field: 'number',
        min: numberIn(schema, 'minimum'),
        max: numberIn(schema, 'maximum'),
        isWhole: type === 'integer',
      }
    case 'array':
      return listKind(schema)
    case 'object':
      return { field: 'json' }
  }
}

function textKind(schema: Schema): FieldKind {
  const choices = schema.enum
  const areTexts = Array.isArray(choices) && choices.every((choice) => typeof choice === 'string')
  return areTexts ? { field: 'choice', choices } : { field: 'text' }
}

function listKind(schema: Schema): FieldKind {
  const items = asSchema(schema.items)
  if (items?.type === 'string') return { field: 'lines' }
  const properties = items?.type === 'object' ? asSchema(items.properties) : undefined
  if (!properties) return { field: 'json' }
  const required = Array.isArray(items?.required) ? items.required : []
  const columns = Object.entries(properties).map(([name, property]) => {
    const columnType = columnTypes[String(asSchema(property)?.type)]
    return columnType && { name, type: columnType, isRequired: required.includes(name) }
  })
  const known = columns.filter((column) => column !== undefined)
  const isWhole = known.length === columns.length && known.length > 0
  const isOpen = items?.additionalProperties !== false
  return isWhole ? { field: 'rows', columns: known, isOpen } : { field: 'json' }
}

const columnTypes: Readonly<Record<string, ListColumn['type']>> = {
  string: 'text',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
}

function asSchema(value: unknown): Schema | undefined {
  return typeof value === 'object' && value !== null ? (value as Schema) : undefined
}

function numberIn(schema: Schema, keyword: string): number | undefined {
  const value = schema[keyword]
  return typeof value === 'number' ? value : undefined
}
