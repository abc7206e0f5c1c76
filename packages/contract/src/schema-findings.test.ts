import { expect, test } from 'vitest'
import { z } from 'zod'
import { findingsOf } from './schema-findings.ts'

function detailsOf(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value)
  return (error?.issues ?? []).flatMap((issue) => findingsOf(issue)).map(({ detail }) => detail)
}

test.each([
  [z.string(), undefined, 'is required'],
  [z.string(), 5, 'must be a string, not a number'],
  [z.string().max(1), 'ab', 'must have at most 1 character'],
  [z.int(), 1.5, 'must be a whole number'],
  [z.int(), '1', 'must be a number, not a string'],
  [z.number(), Number.NaN, 'must be a number'],
  [z.number().min(3), 2, 'must be at least 3'],
  [z.number().gt(0), 0, 'must be more than 0'],
  [z.number().lt(9), 9, 'must be less than 9'],
  [z.boolean(), 'yes', 'must be true or false, not a string'],
  [z.array(z.string()), true, 'must be an array, not a boolean'],
  [z.array(z.string()).max(0), ['a'], 'must have at most 0 elements'],
  [z.record(z.string(), z.string()), [], 'must be an object, not an array'],
  [z.enum(['a', 'b', 'c']), 'd', 'must be a, b or c'],
  [z.literal('a'), 'b', 'must be a'],
  [z.union([z.string(), z.null()]), 5, 'has none of the accepted forms'],
  [z.number().multipleOf(2), 3, 'must be a multiple of 2'],
  [z.string('must be a name'), 5, 'must be a name'],
])('describes a schema issue in plain words (%#)', (schema, value, detail) => {
  expect(detailsOf(schema, value)).toEqual([detail])
})

test('reports an unknown top-level field together with the known ones', () => {
  const schema = z.strictObject({ a: z.strictObject({ b: z.string().optional() }), c: z.string() })
  const { error } = schema.safeParse({ a: { x: 1 }, c: '', y: 1 })
  expect(error?.issues.flatMap((issue) => findingsOf(issue, { known: ['a', 'c'] }))).toEqual([
    { path: ['a', 'x'], detail: 'is not a known field' },
    { path: ['y'], detail: 'is not a known field; there are a, c' },
  ])
})
