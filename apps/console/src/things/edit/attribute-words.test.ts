import { expect, test } from 'vitest'
import { attributeWords } from './attribute-words.ts'

test('the properties of a schema are listed with type and whether they are required', () => {
  const schema = {
    required: ['serial'],
    properties: { serial: { type: 'string' }, doors: { type: 'integer' }, any: true },
  }
  expect(attributeWords(schema)).toContain('serial (string, required), doors (integer), any.')
})

test('a missing schema, or one without properties, is described as no rules', () => {
  expect(attributeWords(null)).toContain('no rules')
  expect(attributeWords({ type: 'object' })).toContain('no rules')
})
