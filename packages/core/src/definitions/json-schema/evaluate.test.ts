import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judge } from './evaluate.ts'
import type { Schema } from './forms.ts'
import { prepare } from './prepare.ts'

const faults = (schema: Schema, value: unknown) => judge(prepare(schema), value).faults

/** The faults as texts, without the positions of duplicates, which only one of the two reports. */
function messagesOf(found: readonly { at: string; message: string }[]): string[] {
  const texts = found.map(({ at, message }) => `${at} ${message.replace(/ \(items .*/, '')}`)
  return [...new Set(texts)].sort()
}

function byAjv(schema: object, value: unknown): string[] {
  const ajv = new Ajv2020({ allErrors: true, strict: false, logger: false })
  const validate = ajv.compile(schema)
  validate(value)
  return messagesOf(
    (validate.errors ?? []).map(({ instancePath: at, message = '' }) => ({ at, message })),
  )
}

/** Input is JSON: no objects without a prototype, and no -0. */
const asJson = <T>(value: T): T => JSON.parse(JSON.stringify(value))

const name = fc.constantFrom('a', 'b', 'c')
const small = fc.integer({ min: 0, max: 3 })
const scalar = fc.constantFrom<unknown>(null, true, false, 0, -0, 1, 2, 1.5, 'a', 'bb', '😀')
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3 }),
  ),
}))
const types = fc.constantFrom('null', 'boolean', 'object', 'array', 'number', 'string', 'integer')
const { schema } = fc.letrec<{ schema: Schema }>((tie) => {
  const one = tie('schema')
  const list = fc.array(one, { minLength: 1, maxLength: 3 })
  const map = fc.dictionary(name, one, { maxKeys: 2 })
  const keywords = {
    ...{ type: fc.oneof(types, fc.uniqueArray(types, { minLength: 1, maxLength: 2 })) },
    ...{ enum: fc.uniqueArray(value, { minLength: 1, maxLength: 3 }), const: value },
    ...{ maximum: small, minimum: small, exclusiveMaximum: small, exclusiveMinimum: small },
    ...{ multipleOf: fc.constantFrom(1, 2, 0.5), maxLength: small, minLength: small },
    ...{ maxItems: small, minItems: small, uniqueItems: fc.boolean() },
    ...{ maxProperties: small, minProperties: small, required: fc.uniqueArray(name) },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    ...{ allOf: list, anyOf: list, oneOf: list, not: one, if: one, then: one, else: one },
    ...{ prefixItems: list, items: one, contains: one, properties: map, propertyNames: one },
    ...{ patternProperties: fc.dictionary(fc.constantFrom('^a', 'b|c'), one, { maxKeys: 2 }) },
    ...{ additionalProperties: one, dependentSchemas: map },
    ...{ dependentRequired: fc.dictionary(name, fc.uniqueArray(name), { maxKeys: 2 }) },
    ...{ unevaluatedItems: one, unevaluatedProperties: one },
    ...{ $ref: fc.constantFrom('#/$defs/a', '#/$defs/b', '#b') },
  }
  const some = fc.uniqueArray(fc.constantFrom(...Object.keys(keywords)), { maxLength: 3 })
  return {
    schema: fc.oneof(
      { depthSize: 'small' },
      fc.boolean(),
      some.chain((names) =>
        fc.record(
          Object.fromEntries(names.map((one) => [one, keywords[one as keyof typeof keywords]])),
        ),
      ),
    ) as fc.Arbitrary<Schema>,
  }
})
const leaf = fc.record({ type: types })
const whole = fc.tuple(schema, leaf, leaf).map(([root, a, b]) => ({
  ...(typeof root === 'boolean' ? { allOf: [root] } : root),
  $defs: { a, b: { ...b, $anchor: 'b' } },
}))

test('a value is valid exactly when Ajv finds it valid', () => {
  const options = { seed: 20_261_122, numRuns: 200 }
  fc.assert(
    fc.property(whole.map(asJson), value.map(asJson), (schema, value) => {
      expect(faults(schema, value).length === 0).toBe(byAjv(schema, value).length === 0)
    }),
    options,
  )
})

test.each<[Schema & object, unknown]>([
  [{ type: ['string', 'null'], minLength: 2 }, 1],
  [{ maximum: 3, multipleOf: 2 }, 5],
  [{ maxLength: 1, pattern: '^a' }, 'bb'],
  [{ properties: { a: { enum: [1] }, b: { const: 2 } } }, { a: 2, b: 1 }],
  [{ required: ['a', 'b'], additionalProperties: false }, { c: 1 }],
  [{ dependentRequired: { a: ['b'], c: ['b', 'd'] } }, { a: 1, c: 1 }],
  [{ prefixItems: [{ type: 'null' }], items: false }, [1, 2]],
  [{ uniqueItems: true, maxItems: 1 }, [{ a: 1 }, { a: 1 }]],
  [{ anyOf: [{ type: 'null' }, { type: 'string' }] }, 1],
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  [{ if: { type: 'number' }, then: { minimum: 3 } }, 1],
  [{ propertyNames: { maxLength: 1 } }, { ab: 1 }],
])('the errors of the schema %j have the wording of Ajv', (schema, value) => {
  const found = faults(schema, value).map(({ path, message }) => ({
    at: path.map((step) => `/${String(step)}`).join(''),
    message,
  }))
  expect(messagesOf(found)).toEqual(byAjv(schema, value))
})

describe('schema evaluation with a bounded number of steps', () => {
  test('rejects references that double thirty times', () => {
    const level = (i: number) => ({ allOf: [{ $ref: `#/$defs/d${i}` }, { $ref: `#/$defs/d${i}` }] })
    const $defs = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`d${i}`, level(i + 1)]))
    const schema = { $ref: '#/$defs/d0', $defs: { ...$defs, d30: { type: 'object' } } }
    expect(() => faults(schema, {})).toThrow('too much work')
  })

  test('rejects references that form a cycle', () => {
    expect(() => faults({ $ref: '#' }, {})).toThrow('lead in a circle')
  })

  test('rejects too many schemas for too many values', () => {
    const anyOf = Array.from({ length: 1000 }, (_, i) => ({ const: i }))
    const items = Array.from({ length: 10_000 }, () => 'none')
    expect(() => faults({ items: { anyOf } }, items)).toThrow('too much work')
  })
})

test.each([
  [0.1, [0, 0.1, 0.3, -0.7, 1e15, 123_456_789.1, 1e300], [0.05, 0.31, 123_456_789.15, 1e-20]],
  [0.01, [19.99, 4.35, 1.15, 1e9 + 0.01], [19.995, 4.351, 1e9 + 0.015]],
  [1e-8, [12_391_239_123, 3e-8], [1.5e-8]],
  [0.5, [1e308, 1.5], [1.25]],
  [3, [9, -3, 9_007_199_254_740_990], [1, 3.000001, 2 ** 53, 5e-324]],
  [1, [4e15], [2_500_000_000_000_000.5]],
  [5e-324, [5e-324, 1, 0.1], []],
])('a multiple of %d is what it is in decimal', (multipleOf, right, wrong) => {
  for (const value of right) expect([value, faults({ multipleOf }, value)]).toEqual([value, []])
  for (const value of wrong) {
    expect([value, faults({ multipleOf }, value)]).toMatchObject([value, [{ path: [] }]])
  }
})

test.each([
  [{ const: 'a', enum: ['b'] }, []],
  [{ const: 'a', enum: ['a', 'b'] }, ['a']],
])('only what both const and enum allow fits %j', (schema, fitting) => {
  expect(['a', 'b', 'c'].filter((value) => faults(schema, value).length === 0)).toEqual(fitting)
})

test('duplicates among 20,000 arrays are found in one pass', () => {
  const items = Array.from({ length: 20_000 }, (_, i) => [i])
  expect(faults({ uniqueItems: true }, items)).toEqual([])
  items[19_999] = [7]
  expect(faults({ uniqueItems: true }, items)).toEqual([
    { path: [], message: 'must NOT have duplicate items (items ## 7 and 19999 are identical)' },
  ])
})

test('a recursive schema validates a tree', () => {
  const tree = { properties: { size: { type: 'integer' }, kids: { items: { $ref: '#' } } } }
  expect(faults(tree, { size: 1, kids: [{ size: 2, kids: [{ size: 'x' }] }] })).toEqual([
    { path: ['kids', 0, 'kids', 0, 'size'], message: 'must be integer' },
  ])
})

test.each([
  [{ type: 'nonsense' }, 'type must be one of'],
  [{ properties: { a: 1 } }, 'a schema must be an object, true or false'],
  [{ $ref: '#/$defs/none' }, "can't resolve reference #/$defs/none"],
  [{ $ref: 'https://elsewhere.example/schema' }, "can't resolve reference"],
  [{ $schema: 'http://json-schema.org/draft-07/schema#' }, 'no schema with key or ref'],
  [{ minLength: -1 }, 'minLength must be a whole number of 0 or more'],
  [{ allOf: {} }, 'allOf must be an array of schemas'],
])('the schema %j is rejected', (schema, why) => {
  expect(() => prepare(schema as Schema)).toThrow(why)
})
