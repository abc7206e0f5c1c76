import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { JsonBody } from '../../json-body.ts'
import { metricOf, thingOf } from '../fixture.ts'
import { readColumns } from './columns.ts'
import { parseNumeric } from './numeric-json.ts'
import { compileRules } from './rules.ts'

const parse = (text: string) => parseNumeric(Buffer.from(text))

it('says what JSON.parse says', () => {
  const number = fc.double({ noNaN: true, noDefaultInfinity: true })
  const list = fc.array(number, { minLength: 1, maxLength: 3_000, size: 'max' })
  const name = fc.stringMatching(/^[a-z ]{0,3}$/)
  fc.assert(
    fc.property(
      list,
      fc.dictionary(name, list, { minKeys: 1, maxKeys: 3 }),
      (timestamps, values) => {
        for (const indent of [0, 2]) {
          const text = JSON.stringify({ timestamps, values, step: 1 }, undefined, indent)
          const read = parse(text)
          const lists = (_: string, value: unknown) =>
            value instanceof Float64Array ? Array.from(value) : value
          expect(JSON.parse(JSON.stringify(read, lists))).toEqual(JSON.parse(text))
        }
      },
    ),
    { numRuns: 20, seed: 1 },
  )
})

test.each([
  '',
  '[1]',
  '{}',
  '{"a":[]}',
  '{"a":[1,null]}',
  '{"a":[1,"2"]}',
  '{"a":[1,[2]]}',
  '{"a":[1 2]}',
  '{"a":[1,]}',
  '{"a":[1}',
  '{"a":[1]',
  '{"a":[1]}}',
  '{"a":[01]}',
  '{"a":true}',
  '{"a":"1"}',
  '{"a":{"b":{"c":1}}}',
  '{"__proto__":{"a":[1]}}',
  '{"\\u0061":[1]}',
  '{"ä":[1]}',
])('leaves %s to JSON.parse', (text) => {
  expect(parse(text)).toBeUndefined()
})

it('gives columns their samples and their faults', () => {
  const thing = thingOf([
    metricOf('wind', 'number', 1, { max: 9 }),
    metricOf('count', 'integer', 2),
  ])
  const rules = compileRules(thing, new Date('2026-02-01T00:00:00Z'))
  const values = { wind: [1.5, 10, -0], count: [1, 2, 3.5], other: [1, 2, 3] }
  const body = { timestamps: [1e12, 1e12 + 1000, 1e12 + 500], values }
  const seen = (sent: unknown) => {
    const { samples, faults, rejected } = readColumns(sent, rules)
    const { rows, numbers, times, ascending } = samples
    const stored = { numbers: numbers.slice(0, rows), times: times.slice(0, rows * 2), ascending }
    return { ...stored, rejected, faults: faults.list() }
  }
  const sent = seen(
    new JsonBody(Buffer.from(JSON.stringify(body).replace('[1.5,10,0]', '[1.5,10,-0]'))),
  )
  expect(sent).toEqual(seen(body))
  expect(sent.faults).toHaveLength(3)
})
