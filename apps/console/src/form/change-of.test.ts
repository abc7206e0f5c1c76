import { expect, test } from 'vitest'
import { changeOf, lostNulls } from './change-of.ts'

test('leaves out an unchanged value, whatever the order of its fields', () => {
  const before = { name: 'A', location: { type: 'Point', at: [1, 2] } }
  expect(changeOf(before, { name: 'A', location: { at: [1, 2], type: 'Point' } })).toEqual({})
})

test('sends removed labels and attributes as null, and leaves out unchanged ones', () => {
  const before = { labels: { a: '1', b: '2' }, attributes: { deep: { x: 1, y: 2 }, kept: true } }
  const after = { labels: { b: '3' }, attributes: { deep: { x: 1 }, kept: true } }
  expect(changeOf(before, after as typeof before)).toEqual({
    labels: { a: null, b: '3' },
    attributes: { deep: { y: null } },
  })
})

test('sends a removed metric of a mapping as null, and replaces metrics of a type', () => {
  const before = { metrics: { a: { key: 'x', factor: 2 }, b: { key: 'y' } } }
  const after = { metrics: { a: { key: 'x' } } } as unknown as typeof before
  expect(changeOf(before, after)).toEqual({ metrics: { a: { factor: null }, b: null } })
  expect(changeOf({ metrics: [1, 2] }, { metrics: [2] })).toEqual({ metrics: [2] })
})

test('sends a new member that is named like one that every object inherits', () => {
  const attributes = JSON.parse('{"__proto__": {}, "constructor": {"a": 1}}')
  expect(JSON.stringify(changeOf({ attributes: {} }, { attributes }))).toBe(
    JSON.stringify({ attributes }),
  )
})

test('replaces other fields as a whole', () => {
  const before = { location: { type: 'Point', coordinates: [1, 2] }, fleetIds: ['a', 'b'] }
  const after = { location: { type: 'Point', coordinates: [1, 3] }, fleetIds: ['b'] }
  expect(changeOf(before, after)).toEqual(after)
})

test('sends a removed schema as null', () => {
  const before: { attributesSchema: Record<string, unknown> | null } = { attributesSchema: {} }
  expect(changeOf(before, { attributesSchema: null })).toEqual({ attributesSchema: null })
})

test('sends a field that is gone as null, so that it is removed or refused', () => {
  const before: { resources?: string[]; parameters?: string[] } = { resources: ['a'] }
  expect(changeOf(before, {})).toEqual({ resources: null })
})

test('finds the new nulls that a merge would drop, but none in lists or left as they were', () => {
  const before = { attributesSchema: { const: null, kept: { deep: 1 } }, other: null }
  const after = {
    attributesSchema: { const: null, kept: { deep: null, enum: [null] }, dock: { const: null } },
    other: null,
  }
  expect(lostNulls<object>(before, after)).toEqual([
    { field: 'attributesSchema', path: '/kept/deep' },
    { field: 'attributesSchema', path: '/dock/const' },
  ])
  expect(lostNulls<object>({ attributesSchema: {} }, { attributesSchema: null })).toEqual([])
})
