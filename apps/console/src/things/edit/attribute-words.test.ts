import { expect, test } from 'vitest'
import { attributeWords } from './attribute-words.ts'

test('lists the properties of a schema with their types and whether they are required', () => {
  const schema = {
    required: ['serial'],
    properties: { serial: { type: 'string' }, doors: { type: 'integer' }, any: true },
  }
  expect(attributeWords(schema)).toContain('serial (string, required), doors (integer), any.')
})

test('describes a missing or empty schema as no rules', () => {
  expect(attributeWords(null)).toContain('no rules')
  expect(attributeWords({ type: 'object' })).toContain('no rules')
})

test('does not claim anything about the rules of a type that is not known', () => {
  expect(attributeWords(undefined)).toBe('A JSON object.')
})
