import { expect, test } from 'vitest'
import { attributeWords } from './attribute-words.ts'

test('the properties of a schema are named, with their type and whether they must be there', () => {
  const schema = {
    required: ['serial'],
    properties: { serial: { type: 'string' }, doors: { type: 'integer' }, any: true },
  }
  expect(attributeWords(schema)).toContain('serial (string, required), doors (integer), any.')
})

test('no schema, or one without properties, sets no rules', () => {
  expect(attributeWords(null)).toContain('no rules')
  expect(attributeWords({ type: 'object' })).toContain('no rules')
})
