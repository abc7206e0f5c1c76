import { callLimits } from '@sluice/contract'
import { uglyJudgements } from '@sluice/contract/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judge, MAX_STEPS } from './evaluate.ts'
import type { Schema } from './forms.ts'
import { prepare } from './prepare.ts'
import { Watch } from './testing/watched.ts'

const range = (count: number) => Array.from({ length: count }, (_, i) => i)
const map = (count: number, value: unknown) =>
  Object.fromEntries(range(count).map((i) => [`x${i}`, value]))
const list = <Value>(count: number, value: Value) => range(count).map(() => value)
const ofItems = (schema: Schema) => ({ properties: { a: { items: schema } } })

/** Accesses that a step stands for. Evaluating a schema counts six and looks up some fifty keywords. */
const PER_STEP = 12

/** What a validation does, beside what it counts. One that is refused has counted all that it may. */
function workOf(schema: Schema, value: unknown): { accesses: number; steps: number } {
  const watch = new Watch()
  const prepared = prepare(watch.watched(schema))
  const seen = watch.watched(value)
  watch.accesses = 0
  let steps = MAX_STEPS
  try {
    steps = watch.during(() => judge(prepared, seen).steps)
  } catch (error) {
    if (!/too (much|long)/.test(String(error))) throw error
  }
  return { accesses: watch.accesses, steps }
}

function expectCounted(schema: Schema, value: unknown): void {
  const { accesses, steps } = workOf(schema, value)
  expect(accesses / (steps + 20)).toBeLessThan(PER_STEP)
}

describe('the work of a validation is counted', () => {
  test('for 5,400 objects and 55 kB of schemas and names that depend on their members', () => {
    const schema = ofItems({
      dependentSchemas: map(2500, true),
      dependentRequired: map(2500, []),
    })
    expectCounted(schema, { a: list(5400, {}) })
    expectCounted(schema, { a: list(2000, { x0: 1 }) })
  })

  test('for the members that 10,000 schemas of an object count', () => {
    expectCounted({ allOf: list(10_000, { minProperties: 1 }) }, map(1500, 1))
  })

  test('for the members that each of a hundred nested schemas hands to the next', () => {
    const $defs = Object.fromEntries(
      range(100).map((i) => [`d${i}`, { $ref: `#/$defs/d${i + 1}` }]),
    )
    const last = { d100: { additionalProperties: true } }
    const schema = {
      $ref: '#/$defs/d0',
      $defs: { ...$defs, ...last },
      unevaluatedProperties: false,
    }
    expectCounted(schema, map(1500, 1))
  })

  test('for duplicates among 8,000 arrays', () => {
    const items = range(8000).map((i) => [i])
    expectCounted({ uniqueItems: true }, items)
    expectCounted({ enum: [items] }, items)
  })

  test('for a long name that many schemas compare', () => {
    const schema = { anyOf: list(4500, { enum: [1] }) }
    expect(() => judge(prepare(schema), { ['x'.repeat(16_000)]: 1 })).toThrow('too much work')
  })
})

test.each(uglyJudgements().map((one) => [one.what, one] as const))(
  'a step stands for little work, or the schema is refused: %s',
  (_, { schema, attributes }) => {
    expect(JSON.stringify(schema).length).toBeLessThan(65_536)
    expect(JSON.stringify(attributes).length).toBeLessThan(callLimits.attributes)
    try {
      prepare(schema)
    } catch (error) {
      expect(String(error)).toMatch(/too large|at most 500 characters/)
      return
    }
    expectCounted(schema, attributes)
  },
)

/** Each keyword at the size that a number asks for. */
const largest: Record<string, (size: number) => unknown> = {
  type: (size) => list(size, 'null'),
  enum: (size) => range(size),
  const: (size) => range(size),
  required: (size) => range(size).map((i) => `x${i}`),
  dependentRequired: (size) => ({ ...map(size, []), x0: range(size).map((i) => `y${i}`) }),
  dependentSchemas: (size) => map(size, true),
  properties: (size) => map(size, true),
  patternProperties: (size) => Object.fromEntries(range(size / 10).map((i) => [`${i}`, true])),
  additionalProperties: () => true,
  propertyNames: () => ({ pattern: '^x' }),
  unevaluatedProperties: () => false,
  prefixItems: (size) => list(size, true),
  items: () => ({ type: 'null' }),
  contains: () => ({ const: 1 }),
  unevaluatedItems: () => true,
  uniqueItems: () => true,
  allOf: (size) => list(size, {}),
  anyOf: (size) => list(size, { minLength: 3 }),
  oneOf: (size) => list(size, { maxProperties: 3 }),
  not: (size) => ({ required: range(size).map((i) => `x${i}`) }),
  if: () => ({ minItems: 1 }),
  pattern: () => '^(x|y)*z',
  minLength: () => 100_000,
  maxLength: () => 10,
  minProperties: () => 3,
}
const values: readonly unknown[] = [
  ...[list(400, {}), list(400, []), list(400, 1), list(400, { x0: 1 }), list(100, map(20, 1))],
  ...[
    map(400, 1),
    map(400, {}),
    { x0: 1 },
    'x'.repeat(4000),
    range(40).reduce<unknown>((v) => [v], 1),
  ],
  map(20, list(20, '')),
]

const keywords = fc.uniqueArray(fc.constantFrom(...Object.keys(largest)), {
  minLength: 1,
  maxLength: 3,
})
const size = fc.constantFrom(10, 600)
const ugly = fc
  .tuple(keywords, size)
  .map(([names, size]) => Object.fromEntries(names.map((name) => [name, largest[name]?.(size)])))
/** Where the keywords apply: to the whole value, to its parts, or many times to the same. */
const place = fc.constantFrom<(schema: Schema) => Schema>(
  (schema) => schema,
  (schema) => ({ items: schema }),
  (schema) => ({ additionalProperties: schema }),
  (schema) => ({ items: { additionalProperties: schema } }),
  (schema) => ({ allOf: list(50, { $ref: '#/$defs/a' }), $defs: { a: schema } }),
  (schema) => ({ items: { $ref: '#/$defs/a' }, unevaluatedItems: false, $defs: { a: schema } }),
)

test('whatever keywords are large, a step stands for little work', () => {
  fc.assert(
    fc.property(ugly, place, fc.constantFrom(...values), (schema, placed, value) => {
      expectCounted(placed(schema), value)
    }),
    { seed: 20_261_129, numRuns: 300 },
  )
})

/** Schemas of which each has many of one thing. Each is 40 kB or so. */
const large: readonly Schema[] = [
  {
    properties: Object.fromEntries(
      range(800).map((i) => [`name${i}`, { type: 'string', maxLength: 40 }]),
    ),
  },
  { allOf: list(8000, {}) },
  { enum: range(8000) },
  {
    $defs: Object.fromEntries(range(1000).map((i) => [`d${i}`, { $anchor: `a${i}`, $ref: '#a0' }])),
  },
  { dependentRequired: { a: range(5000).map((i) => `x${i}`) } },
  range(60).reduce<Schema>((inner) => ({ allOf: [inner], $defs: map(30, {}) }), {}),
]

test.each(large.map((schema) => [JSON.stringify(schema).slice(0, 40), schema] as const))(
  'a new schema is prepared in time proportional to its length: %s…',
  (_, schema) => {
    const watch = new Watch()
    watch.during(() => prepare(watch.watched(schema)))
    expect(watch.accesses / JSON.stringify(schema).length).toBeLessThan(30)
  },
)

test('the address of a schema is short, because all its references are resolved against it', () => {
  const $id = `x:/${'y'.repeat(500)}`
  expect(() => prepare({ $id, $ref: '#' })).toThrow('an $id must have at most 500 characters')
  expect(prepare({ $id: $id.slice(0, 500), $ref: '#' })).toBeDefined()
})

test('a fault does not repeat thousands of names', () => {
  const names = range(5000).map((i) => `name${i}`)
  const schema = { dependentRequired: { a: names }, required: ['z'.repeat(60_000)] }
  const { faults } = judge(prepare(schema), { a: 1 })
  expect(faults).toHaveLength(100)
  for (const { message } of faults) expect(message.length).toBeLessThan(300)
})
