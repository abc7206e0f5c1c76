import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isStorableThroughout, storableFaults } from './storable.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'ø', '\0', '\ud800', '/', '~'), maxLength: 2 })
const name = fc.oneof(text, fc.constant('__proto__'))
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    ...[
      text,
      fc.integer(),
      fc.constant(Number.POSITIVE_INFINITY),
      fc.constantFrom(null, undefined, true),
    ],
    ...[fc.array(tie('value')), fc.dictionary(name, tie('value'))],
  ),
}))

test('a value is storable exactly if it has no faults', () => {
  fc.assert(
    fc.property(value, fc.integer({ min: 0, max: 3 }), (value, depth) => {
      const faults = storableFaults(value, '/body', depth)
      expect(isStorableThroughout(value, depth)).toBe(faults.length === 0)
    }),
  )
})

test('a member named __proto__, which would be dropped, is a fault; a text of that name is none', () => {
  const value = JSON.parse(
    '{"labels": {"__proto__": "a"}, "list": [{"__proto__": {}}], "id": "__proto__"}',
  )
  const detail = 'has a member whose name must not be __proto__'
  expect(storableFaults(value, '/body')).toEqual([
    { pointer: '/body/labels', detail },
    { pointer: '/body/list/0', detail },
  ])
})

test('a member that the database client reads as its own is a fault', () => {
  const value = { attributes: { __prismaRawParameters__: true, values: null } }
  const detail = 'has a member whose name must not be __prismaRawParameters__'
  expect(storableFaults(value, '/body')).toEqual([{ pointer: '/body/attributes', detail }])
})

test('a body of nothing but faults lists one more than an answer shows', () => {
  const faults = storableFaults(Array(5000).fill('\0'), '/body')
  expect(faults).toHaveLength(1001)
  expect(faults.at(-1)?.pointer).toBe('/body/1000')
  const names = Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`\0${i}`, i]))
  expect(storableFaults({ names }, '/body')).toHaveLength(1001)
})

test('a number beyond a double, which JSON would write as null, is a fault', () => {
  const value = JSON.parse('{"a": [1e308, -1e400, 5e-324]}')
  expect(storableFaults(value, '/body')).toEqual([
    { pointer: '/body/a/1', detail: 'must be a finite number' },
  ])
})
