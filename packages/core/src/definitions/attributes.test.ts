import { describe, expect, test } from 'vitest'
import { attributeFaults, attributesSchemaFault } from './attributes.ts'

const of = (serial: object) => ({ properties: { serial } })
const faults = (schema: object, attributes: Record<string, unknown>) =>
  attributeFaults({ attributesSchema: schema }, attributes, '/body/attributes')

describe('a pattern prone to catastrophic backtracking', () => {
  const hostile = `${'a'.repeat(1_500)}!`

  test.each(['(a+)+$', '^(a|a)*$', '^(a|aa)+$', '^(.*a){20}$', '^([a-z]+)*[0-9]$', '(a*)*b'])(
    'such as %s is evaluated',
    (pattern) => {
      expect(attributesSchemaFault(of({ pattern }))).toBeUndefined()
      const names = { patternProperties: { [pattern]: { type: 'number' } } }
      expect(faults(of({ pattern }), { serial: hostile })).toHaveLength(1)
      expect(faults(names, { [hostile]: 1 })).toEqual([])
    },
  )
})

describe('an attribute pattern', () => {
  test.each([
    ['^[A-Z]{2}-\\d{4}$', 'AB-1234', 'ab-1234'],
    ['b', 'abc', 'acd'],
    ['^\\u00e9+$', 'éé', 'e'],
    ['^\\p{L}+$', 'Ærø', 'A1'],
    ['^(?<year>\\d{4})\\/', '2026/1', '26/1'],
    ['^[\\w-]+@[\\w.-]+$', 'a-b@c.d', 'a b@c.d'],
  ])('such as %s matches as in JavaScript', (pattern, right, wrong) => {
    expect(faults(of({ pattern }), { serial: right })).toEqual([])
    expect(faults(of({ pattern }), { serial: wrong })).toEqual([
      { pointer: '/body/attributes/serial', detail: `must match pattern "${pattern}"` },
    ])
  })

  test('applies to its own property when a schema has several', () => {
    const schema = { properties: { a: { pattern: '^a$' }, b: { pattern: '^b$' } } }
    expect(faults(schema, { a: 'a', b: 'b' })).toEqual([])
    expect(faults(schema, { a: 'b', b: 'a' })).toHaveLength(2)
  })
})

describe('a check of attributes', () => {
  const many = Array.from({ length: 20 }, (_, i) => [`p${i}`, { pattern: `^(x${i}[a-z]{900})$` }])

  test.each([
    ['lookahead', of({ pattern: '^(?=a)b' }), 'lookaround'],
    ['a back reference', of({ pattern: '(a)\\1' }), 'back references'],
    ['a pattern that is too long', of({ pattern: 'a'.repeat(501) }), 'at most 500 characters'],
    ['nested repetition', of({ pattern: '((a{100}){100}){100}' }), 'repetitions'],
    ['many large patterns together', { properties: Object.fromEntries(many) }, 'too large'],
    [
      'more than 65,536 characters',
      { description: 'x'.repeat(65_536) },
      'at most 65536 characters',
    ],
    ['lookahead in a pattern of names', { patternProperties: { '(?!a)': {} } }, 'lookaround'],
    ['an unknown type', { type: 'nonsense' }, 'is not a valid JSON Schema'],
  ])('rejects a schema with %s, with the reason', (_, schema, why) => {
    expect(attributesSchemaFault(schema)).toContain(why)
  })

  test('reports a stored schema that exceeds the current limits', () => {
    expect(faults(of({ pattern: '(a)\\1' }), { serial: 'aa' })).toEqual([
      { pointer: '/body/attributes', detail: expect.stringContaining('cannot be checked') },
    ])
  })

  test('limits the text that the patterns search, on every call anew', () => {
    const schema = of({ pattern: '^(a?){400}(a?){400}$' })
    const refused = {
      pointer: '/body/attributes',
      detail: expect.stringContaining('the text is too long'),
    }
    expect(faults(schema, { serial: 'a'.repeat(100_000) })).toEqual([refused])
    expect(faults(schema, { serial: 'a'.repeat(40) })).toEqual([])
  })
})
