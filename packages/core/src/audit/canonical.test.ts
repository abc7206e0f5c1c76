import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from './canonical.ts'

test('canonical JSON matches the example of RFC 8785', () => {
  const value = {
    numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
    string: '€$\u000f\nA\'B"\\\\"/',
    literals: [null, true, false],
  }
  expect(canonicalJson(value)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
      '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  )
})

test('canonical JSON does not depend on the order of members', () => {
  expect(canonicalJson({ b: { d: 1, c: [2] }, a: 3 })).toBe('{"a":3,"b":{"c":[2],"d":1}}')
})

test('canonical JSON parses back to the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const plain = JSON.parse(JSON.stringify(value))
      expect(JSON.parse(canonicalJson(plain))).toEqual(plain)
    }),
  )
})
