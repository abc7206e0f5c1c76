import { IsoTimes } from '@sluice/runtime'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exactJson } from './exact-json.ts'

test.each([
  { values: { a: [0, -0, null, 1.5] }, recent: { value: -0, at: 'x' } },
  { values: { a: [0, 5e-324, -1e308, 2 ** 53], __proto__: 1 }, none: null, flag: false },
  [],
])('JSON.parse returns the value that was written exactly: %j', (output) => {
  expect(JSON.parse(exactJson(output))).toEqual(output)
})

const micros = fc.integer({ min: Date.UTC(0) * 1000, max: Date.UTC(2100) * 1000 })
const named = fc.oneof(fc.string(), fc.constant('"timestamps":null'))

test('a series is written as JSON.stringify writes it', () => {
  fc.assert(
    fc.property(named, fc.array(micros, { maxLength: 700 }), (thingId, times) => {
      const output = { thingId, timestamps: new IsoTimes(times), values: { timestamps: null } }
      expect(exactJson(output)).toBe(JSON.stringify(output))
    }),
  )
})

test('a series keeps negative zeros', () => {
  const output = { from: null, timestamps: new IsoTimes([0]), values: { a: [-0] } }
  expect(exactJson(output)).toBe(
    '{"from":null,"timestamps":["1970-01-01T00:00:00.000Z"],"values":{"a":[-0]}}',
  )
})
