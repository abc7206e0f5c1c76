import { describe, expect, test } from 'vitest'
import { mergePatch } from './merge-patch.ts'

describe('a merge patch of RFC 7396, appendix A,', () => {
  test.each([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('applied to %j, %j yields %j', (target, patch, merged) => {
    expect(mergePatch(target, patch)).toEqual(merged)
  })
})

test('a merge patch does not modify its target', () => {
  const target = { a: { b: 1 } }
  expect(mergePatch(target, { a: { c: 2 } })).toEqual({ a: { b: 1, c: 2 } })
  expect(target).toEqual({ a: { b: 1 } })
})

test('a merge patch ignores undefined members', () => {
  expect(mergePatch({ a: 1 }, { a: undefined })).toEqual({ a: 1 })
})

test('a merge patch with __proto__ does not change any prototype', () => {
  const merged = mergePatch({ a: 1 }, JSON.parse('{"__proto__": {"polluted": true}, "b": 2}'))
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  expect((merged as { polluted?: boolean }).polluted).toBeUndefined()
  expect(merged).toMatchObject({ a: 1, b: 2 })
})
