import { expect, test } from 'vitest'
import type { z } from 'zod'
import { type JsonSchema, jsonContract } from './json-schemas.ts'
import type { Operation } from './operation.ts'
import { type OperationName, operationNames, operations } from './operations.ts'

const { rows, events, named } = jsonContract()

test('the JSON Schemas contain every row and everything it refers to', () => {
  expect(Object.keys(rows).sort()).toEqual([...operationNames].sort())
  const text = JSON.stringify({ rows, named })
  for (const [, id = ''] of text.matchAll(/"\$ref":"#\/\$defs\/(\w+)"/g)) {
    expect(named, id).toHaveProperty(id)
  }
  expect(text).not.toContain('"$defs"')
})

test('a schema with defaults has a separate name for input', () => {
  expect(named.ThresholdInput?.required).not.toEqual(named.Threshold?.required)
  expect(named).not.toHaveProperty('FaultInput')
})

test('responses and events may gain properties; request bodies allow no others', () => {
  const answers = Object.values(rows).flatMap(({ response }) => response ?? [])
  const common = ['Problem', 'WriteReceipt'].map((id) => ({ $ref: `#/$defs/${id}` }))
  for (const schema of [...answers, ...Object.values(events), ...common]) {
    expect(closedIn(schema)).toEqual([])
  }
  const sent = ['ThingCreate', 'ScopeInput', 'PointInput', 'ThresholdInput', 'MappingCreate']
  for (const id of sent) expect(named[id], id).toMatchObject({ additionalProperties: false })
})

test('the documented default of a query parameter is the value that is used', () => {
  const row = (name: OperationName): Operation => operations[name]
  const stated = operationNames.flatMap((name) =>
    Object.entries(rows[name].query?.properties ?? {})
      .filter(([, schema]) => 'default' in schema)
      .map(([parameter, schema]) => [
        `${name} ${parameter}`,
        (schema as { default?: unknown }).default,
      ]),
  )
  const taken = operationNames.flatMap((name) =>
    Object.entries(row(name).query?.shape ?? {})
      .map(([parameter, schema]) => [
        `${name} ${parameter}`,
        (schema as z.ZodType).safeParse(undefined).data,
      ])
      .filter(([, value]) => value !== undefined),
  )
  expect(stated).toEqual(taken)
  expect(stated).not.toEqual([])
})

/** Paths of all objects in a schema, and in what it refers to, that forbid additional properties. */
function closedIn(json: unknown, place = '', seen = new Set<string>()): string[] {
  if (typeof json !== 'object' || json === null) return []
  const { $ref, additionalProperties } = json as JsonSchema
  if ($ref !== undefined) {
    const id = $ref.split('/').at(-1) ?? ''
    return seen.has(id) ? [] : closedIn(named[id], id, seen.add(id))
  }
  const inner = Object.entries(json).flatMap(([key, part]) =>
    closedIn(part, `${place}/${key}`, seen),
  )
  return additionalProperties === false ? [place, ...inner] : inner
}
