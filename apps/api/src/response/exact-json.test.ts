import { expect, test } from 'vitest'
import { exactJson } from './exact-json.ts'

test.each([
  { values: { a: [0, -0, null, 1.5] }, recent: { value: -0, at: 'x' } },
  { values: { a: [0, 5e-324, -1e308, 2 ** 53], __proto__: 1 }, none: null, flag: false },
  [],
])('JSON.parse returns the value that was written exactly: %j', (output) => {
  expect(JSON.parse(exactJson(output))).toEqual(output)
})
