import { describe, expect, test } from 'vitest'
import { type JsonSchema, jsonContract } from './json-schemas.ts'

// These rules are documented in docs/guides/http.md#names.
const { rows, events, named } = jsonContract()

interface Found {
  readonly place: string
  readonly name: string
  readonly schema: JsonSchema
}

/** All properties of all schemas in the contract, including the enums of list items. */
const properties: readonly Found[] = [
  ...Object.entries(rows).flatMap(([name, parts]) =>
    Object.entries(parts).flatMap(([part, schema]) => propertiesOf(schema, `${name} ${part}`)),
  ),
  ...Object.entries(named).flatMap(([name, schema]) => propertiesOf(schema, name)),
  ...Object.entries(events).flatMap(([name, schema]) => propertiesOf(schema, name)),
]

function propertiesOf(schema: JsonSchema | boolean | undefined, place: string): Found[] {
  if (typeof schema !== 'object') return []
  const own = Object.entries(schema.properties ?? {})
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  return [
    ...own.map(([name, schema]) => ({ place, name, schema })),
    ...own.flatMap(([name, schema]) => propertiesOf(schema, `${place}.${name}`)),
    ...[...parts, schema.items || undefined, schema.additionalProperties].flatMap((part) =>
      propertiesOf(part, place),
    ),
  ]
}

function valuesOf({ enum: own, const: only, anyOf, items }: JsonSchema): unknown[] {
  const inner = [...(anyOf ?? []), ...(items ? [items] : [])].flatMap(valuesOf)
  return [...(own ?? []), ...(only === undefined ? [] : [only]), ...inner]
}

describe('the names of the contract', () => {
  test('are found', () => {
    const names = properties.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['overlapSeconds', 'status', 'perMinute']))
  })

  test('state durations in seconds, or in days for a number of days', () => {
    const otherUnit = /[a-z](Ms|Millis|Milliseconds|Micros|Mins?|Minutes|Hours?|Weeks?)$/
    const unitFirst = /^(millis|seconds|minutes|hours|days)[A-Z]/
    const names = properties.map(({ name }) => name)
    expect(names.filter((name) => otherUnit.test(name) || unitFirst.test(name))).toEqual([])
  })

  test('capitalize types and statuses of records, and no other values', () => {
    const capital = /^[A-Z][a-z]+$/
    const small = /^-?[a-z][A-Za-z0-9]*([.-][a-z0-9]+)*$|^\*$/
    const wrong = properties.flatMap(({ place, name, schema }) =>
      valuesOf(schema)
        .filter((value): value is string => typeof value === 'string')
        .filter((value) => !(isState(name, schema) ? capital : small).test(value))
        // GeoJSON's own word (RFC 7946).
        .filter((value) => value !== 'Point')
        .map((value) => `${place} ${name}: ${value}`),
    )
    expect(wrong).toEqual([])
  })

  test('call a rate perMinute and its capacity burst in every limit', () => {
    const rates = properties.filter(({ name }) => /per(Minute|Second|Hour)$/i.test(name))
    expect(new Set(rates.map(({ name }) => name))).toEqual(new Set(['perMinute']))
  })
})

/** Excludes HTTP statuses, which are integers. */
function isState(name: string, schema: JsonSchema): boolean {
  return name === 'keyType' || (name === 'status' && schema.type !== 'integer')
}
