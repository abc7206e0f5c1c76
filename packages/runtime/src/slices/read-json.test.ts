import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { atOnce } from './in-slices.ts'
import { type JsonBounds, readJson, TooMuchJson } from './read-json.ts'

const roomy = { values: 1e9, depth: 1e9, members: 1e9 }
const read = (text: string, bounds: JsonBounds = roomy) => atOnce(readJson(text, bounds))

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

/** Contents of a string, sometimes beyond the 8,192 characters of a slice. */
const filling = fc
  .tuple(fc.constantFrom('x', '\\n', '\\u00e9'), fc.nat(20))
  .map(([sign, extra]) => {
    const times = extra < 10 ? extra : Math.floor(8180 / sign.length) + extra
    return sign.repeat(times)
  })

describe('a fault in a string is reported in the words of JSON.parse, with its position,', () => {
  const faultOf = (parse: (text: string) => unknown, text: string) => {
    try {
      return parse(text)
    } catch (error) {
      return (error as Error).message.replace(/ \(line.*/, '')
    }
  }

  it('wherever it is', () => {
    const fault = fc.constantFrom('\\x', '\\u12', '\\u00zz', '\u0001', '\\\n', '')
    fc.assert(
      fc.property(filling, fault, filling, fc.boolean(), (before, sign, after, isName) => {
        const string = `"${before}${sign}${after}"`
        const text = isName ? `[1, {${string}: 1}]` : `[true, ${string}]`
        expect(faultOf(read, text)).toStrictEqual(faultOf(JSON.parse, text))
      }),
      { numRuns: 500, seed: 1 },
    )
  })

  it('as in this one', () => {
    const text = `["${'x'.repeat(10_000)}\\x"]`
    expect(faultOf(read, text)).toBe('Bad escaped character in JSON at position 10003')
  })
})

it('the position of an unexpected character is reported', () => {
  expect(() => read('[1, 2}')).toThrow("Unexpected token '}' at position 5")
  expect(() => read(`[1.${'5'.repeat(9000)}.]`)).toThrow("Unexpected token '.' at position 9003")
})

describe('the JSON reader reads what JSON.parse reads, however long it is:', () => {
  const few = fc.string({ unit: fc.constantFrom('0', '1', '5', '9'), maxLength: 4 })
  /** Up to three slices of digits, most of them equal. */
  const digits = fc
    .tuple(few, fc.constantFrom('0', '3', '9'), fc.constantFrom(0, 1, 90, 800, 8190, 20_000), few)
    .map(([before, digit, times, after]) => before + digit.repeat(times) + after)

  it('numbers', () => {
    const fraction = digits.map((all) => `.${all}`)
    const exponent = fc
      .tuple(fc.constantFrom('e', 'E+', 'e-'), fc.constantFrom('', '00', '0'.repeat(9000)), few)
      .map((parts) => parts.join(''))
    const number = fc.tuple(
      fc.constantFrom('', '-'),
      fc.oneof(fc.constant('0'), digits),
      fc.oneof(fc.constant(''), fraction),
      fc.oneof(fc.constant(''), exponent),
    )
    fc.assert(
      fc.property(number, fc.constantFrom('', ']', '.', 'e'), (parts, after) => {
        const text = `[${parts.join('')}${after}]`
        expect(attempted(read, text)).toStrictEqual(attempted(JSON.parse, text))
      }),
      { numRuns: 2000, seed: 1 },
    )
  })

  // Each differs from the midpoint of two neighbors only in its last digit.
  it.each(['9007199254740993.', '1.00000000000000011102230246251565404236316680908203125'])(
    '%s followed by many zeros and a one',
    (middle) => {
      const text = `${middle}${'0'.repeat(20_000)}1`
      expect(read(text)).toBe(JSON.parse(text))
      expect(read(`${middle}${'0'.repeat(20_001)}`)).not.toBe(read(text))
    },
  )

  it('an exponent makes up for the digits', () => {
    const digits = 20_000
    expect(read(`1${'0'.repeat(digits)}e-${digits}`)).toBe(1)
    expect(read(`0.${'0'.repeat(digits)}1e${digits + 1}`)).toBe(1)
  })

  it('blanks', () => {
    const blanks = filling.map((text) => text.replace(/./g, ' ').replace(/ $/, '\n'))
    fc.assert(
      fc.property(fc.array(blanks, { minLength: 9, maxLength: 9 }), (all) => {
        const parts = ['', '[', '{', '"a"', ':', '1', '}', ',', '[', ']']
        const text = `${parts.map((part, i) => part + (all[i] ?? '')).join('')}]`
        expect(read(text)).toStrictEqual(JSON.parse(text))
      }),
      { numRuns: 200, seed: 1 },
    )
  })
})

describe('bounds hold for what is written, and equal names of an object are one member:', () => {
  /** A text and its value: duplicate names are frequent. */
  interface Written {
    readonly text: string
    readonly values: number
    readonly containers: number
    readonly depth: number
    readonly members: number
  }
  const name = fc.constantFrom('a', 'b', '__proto__', '1', 'toString')
  const { written } = fc.letrec<{ written: Written; list: Written; object: Written }>((tie) => ({
    written: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('1', '""', 'null', '[]', '{}').map((text) => {
        const containers = text === '[]' || text === '{}' ? 1 : 0
        return { text, values: 1, containers, depth: 0, members: 0 }
      }),
      tie('list'),
      tie('object'),
    ),
    list: fc.array(tie('written'), { minLength: 1, maxLength: 5 }).map((items) => {
      return around(`[${items.map(({ text }) => text).join()}]`, items, 0)
    }),
    object: fc
      .array(fc.tuple(name, tie('written')), { minLength: 1, maxLength: 5 })
      .map((members) => {
        const texts = members.map(([name, { text }]) => `${JSON.stringify(name)}:${text}`)
        const names = new Set(members.map(([name]) => name))
        const values = members.map(([, value]) => value)
        return around(`{${texts.join()}}`, values, names.size)
      }),
  }))

  function around(text: string, inside: readonly Written[], members: number): Written {
    return {
      text,
      values: inside.reduce((sum, { values }) => sum + values, 1),
      containers: inside.reduce((sum, { containers }) => sum + containers, 1),
      depth: Math.max(...inside.map(({ depth }) => depth)) + 1,
      members: Math.max(members, ...inside.map((each) => each.members)),
    }
  }

  it('a text is read at its bounds, and refused beyond any of them', () => {
    fc.assert(
      fc.property(written, ({ text, ...bounds }) => {
        expect(read(text, bounds)).toStrictEqual(JSON.parse(text))
        for (const bound of ['values', 'depth', 'members'] as const) {
          if (bounds[bound] === 0) continue
          const tighter = { ...bounds, [bound]: bounds[bound] - 1 }
          expect(() => read(text, tighter)).toThrow(TooMuchJson)
        }
      }),
      { numRuns: 1000, seed: 1 },
    )
  })
})

describe('the JSON reader', () => {
  it.each([
    ['[[[1]]]', { depth: 2 }, 'is nested deeper than 2 levels'],
    ['[1,2,3]', { values: 3 }, 'must hold at most 3 values, all levels together'],
    ['[{},[1]]', { containers: 2 }, 'must hold at most 2 lists and objects, all levels together'],
    ['{"a":1,"b":2}', { members: 1 }, 'must have at most 1 members an object'],
    ['{"ab":1,"abc":2}', { name: 2 }, 'must have names of at most 2 characters'],
  ])('rejects %s beyond the limits %j: %s', (text, bounds, message) => {
    expect(() => read(text, { ...roomy, ...bounds })).toThrow(message)
  })

  it('accepts a text at its limits', () => {
    expect(read('{"\\u0061b":1}', { ...roomy, name: 2 })).toEqual({ ab: 1 })
    expect(read('[[1,2]]', { depth: 2, values: 4, members: 0 })).toEqual([[1, 2]])
  })

  it('reads deep nesting without recursion', () => {
    const depth = 1_000_000
    expect(() => read('['.repeat(depth))).toThrow('Unexpected end of JSON input')
  })
})

it.each([
  ['values', `[${'1,'.repeat(50_000)}1]`],
  ['a string', `"${'x'.repeat(100_000)}"`],
  ['a string of escapes', `"${'\\n'.repeat(50_000)}"`],
  ['a name', `{"${'x'.repeat(100_000)}":1}`],
  ['a number', '9'.repeat(100_000)],
  ['a fraction', `0.${'0'.repeat(100_000)}1`],
  ['an exponent', `1e${'0'.repeat(100_000)}1`],
  ['blanks', `[${' '.repeat(100_000)}1]`],
])('the JSON reader yields within 100,000 characters of %s', (_what, text) => {
  const yields = [...readJson(text, roomy)].length
  expect(yields).toBeGreaterThan(10)
})
