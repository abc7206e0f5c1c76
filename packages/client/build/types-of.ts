import type { JsonSchema } from '@sluice/contract'

/** A JSON Schema as a TypeScript type. A `$ref` is the name of its definition. */
export function typeOf(schema: JsonSchema): string {
  const { $ref, anyOf, oneOf, allOf } = schema
  if ($ref !== undefined) return $ref.split('/').at(-1) ?? 'unknown'
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)))
  if (anyOf ?? oneOf) return union((anyOf ?? oneOf ?? []).map(typeOf))
  if (allOf) return allOf.map((part) => `(${typeOf(part)})`).join(' & ')
  const { type } = schema
  if (type === undefined) return 'unknown'
  return typeof type === 'string'
    ? plainType(type, schema)
    : union(type.map((one) => plainType(one, schema)))
}

function plainType(type: string, schema: JsonSchema): string {
  if (schema.format === 'binary') return 'Uint8Array'
  if (type === 'integer') return 'number'
  if (type === 'array') return arrayType(schema)
  if (type === 'object') return objectType(schema)
  return type
}

function arrayType({ prefixItems, items }: JsonSchema): string {
  if (prefixItems) return `[${prefixItems.map(typeOf).join(', ')}]`
  return items ? `(${typeOf(items)})[]` : 'unknown[]'
}

function objectType({ properties, required = [], additionalProperties }: JsonSchema): string {
  if (!properties) {
    const open = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'
    return `Record<string, ${open}>`
  }
  const members = Object.entries(properties).map(([name, schema]) => {
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name)
    const member = required.includes(name)
      ? `${key}: ${typeOf(schema)}`
      : `${key}?: ${typeOf(schema)} | undefined`
    return `${comment(schema.description)}${member}\n`
  })
  return members.length === 0 ? 'Record<string, never>' : `{\n${members.join('')}}`
}

/** A documentation comment, or nothing. */
export function comment(text: string | undefined): string {
  if (text === undefined) return ''
  return `/** ${text.replaceAll('*/', '* /').replaceAll('\n', '\n * ')} */\n`
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ')
}
