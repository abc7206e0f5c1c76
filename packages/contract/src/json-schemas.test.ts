import { expect, test } from 'vitest'
import { jsonContract } from './json-schemas.ts'
import { operationNames } from './operations.ts'

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
  expect(named).not.toHaveProperty('ScopeInput')
})

test('answers and events may gain properties; what callers send may hold no others', () => {
  expect(named.Thing).not.toHaveProperty('additionalProperties')
  expect(events['thing.created']).not.toHaveProperty('additionalProperties')
  expect(named.ThingCreate).toMatchObject({ additionalProperties: false })
})
