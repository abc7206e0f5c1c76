import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { atOnce } from './in-slices.ts'
import { readJson } from './read-json.ts'

const roomy = { values: 1e9, depth: 1e9, members: 1e9 }
const read = (text: string, bounds = roomy) => atOnce(readJson(text, bounds))

function attempted(parse: (text: string) => unknown, text: string): unknown {
  try {
    return { value: parse(text) }
  } catch (error) {
    if (error instanceof SyntaxError) return 'no JSON'
    throw error
  }
}

describe('the JSON reader reads what JSON.parse reads,', () => {
  it('from any value, with any whitespace', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2, '\t\r\n '), (value, blanks) => {
        const text = JSON.stringify(value, undefined, blanks)
        expect(read(text)).toStrictEqual(JSON.parse(text))
      }),
    )
  })

  it('from any sequence of JSON characters', () => {
    const signs = fc.constantFrom(
      ...'[]{},:"\\u00e9-+.1e \ttrufalsnx\0',
      '{"a":',
      '"__proto__":',
      '\ud800',
    )
    fc.assert(
      fc.property(fc.array(signs, { maxLength: 12 }), (all) => {
        const text = all.join('')
        expect(attempted(read, text)).toStrictEqual(attempted(JSON.parse, text))
      }),
      { numRuns: 5000 },
    )
  })

  it('from long strings with escapes where chunks end', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 8180, max: 8200 }),
        fc.constantFrom('\\\\', '\\u00e9', '\\"', '\\ud83d\\ude00', '\\n', 'x\\\\'),
        fc.nat(8200),
        (before, sign, times) => {
          const text = `["${'x'.repeat(before)}${sign.repeat(times)}"]`
          expect(read(text)).toStrictEqual(JSON.parse(text))
        },
      ),
      { numRuns: 200 },
    )
  })

  it.each([
    '{"a":1,"a":2}',
    '{"__proto__":{"a":1},"b":{}}',
    '{"1":1,"0":2,"x":3}',
    ' [ 1 , -0 , 1e400 , 0.1e-7 ] ',
    '01',
    '[1,]',
    '{"a":1,}',
    '{"a"}',
    '[1 2]',
    '"\u0001"',
    `"${'x'.repeat(9000)}\u0001"`,
    '"\\x"',
    '',
    ' ',
    'nul',
    'nulll',
    '[]]',
    '\ufeff{}',
  ])('from %j', (text) => {
    expect(attempted(read, text)).toStrictEqual(attempted(JSON.parse, text))
  })
})

describe('the JSON reader', () => {
  it.each([
    ['[[[1]]]', { depth: 2 }, 'is nested deeper than 2 levels'],
    ['[1,2,3]', { values: 3 }, 'must hold at most 3 values, all levels together'],
    ['{"a":1,"b":2}', { members: 1 }, 'must have at most 1 members an object'],
  ])('rejects %s beyond the limits %j: %s', (text, bounds, message) => {
    expect(() => read(text, { ...roomy, ...bounds })).toThrow(message)
  })

  it('accepts a text at its limits', () => {
    expect(read('[[1,2]]', { depth: 2, values: 4, members: 0 })).toEqual([[1, 2]])
  })

  it('reads deep nesting without recursion', () => {
    const depth = 1_000_000
    expect(() => read('['.repeat(depth))).toThrow('Unexpected end of input')
  })
})

it.each([
  ['values', `[${'1,'.repeat(50_000)}1]`],
  ['a string', `"${'x'.repeat(100_000)}"`],
  ['a string of escapes', `"${'\\n'.repeat(50_000)}"`],
  ['a name', `{"${'x'.repeat(100_000)}":1}`],
])('the JSON reader yields within 100,000 characters of %s', (_what, text) => {
  const yields = [...readJson(text, roomy)].length
  expect(yields).toBeGreaterThan(10)
})
