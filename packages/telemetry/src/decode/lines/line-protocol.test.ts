import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LineFault, LineProtocol, type Point } from './line-protocol.ts'

type Read = { line: number } & (Point | { fault: string })

/** The points of a text, or its faults. */
function readAll(text: string): Read[] {
  const lines = new LineProtocol(text)
  const read: Read[] = []
  for (let kind = lines.next(); kind; kind = lines.next()) {
    const { line } = lines
    if (kind === 'nothing') continue
    try {
      read.push({ line, ...lines.read() })
    } catch (error) {
      if (!(error instanceof LineFault)) throw error
      read.push({ line, fault: error.message })
      lines.passLine()
    }
  }
  return read
}

const only = (text: string) => {
  const [point] = readAll(text)
  if (!point || 'fault' in point) return point
  const { measurement, tags, fields, time } = point
  return { measurement, tags: Object.fromEntries(tags), fields: Object.fromEntries(fields), time }
}

describe('a point', () => {
  test.each([
    ['m f=1', { measurement: 'm', tags: {}, fields: { f: 1 }, time: undefined }],
    ['m,t=v f=1 17', { measurement: 'm', tags: { t: 'v' }, fields: { f: 1 }, time: '17' }],
    ['m f=1i,g=2u,h=-3.5e-2,i=.5', { fields: { f: 1, g: 2, h: -0.035, i: 0.5 } }],
    ['m a=t,b=F,c=True,d=false', { fields: { a: true, b: false, c: true, d: false } }],
    ['m f="a, b=c d"', { fields: { f: 'a, b=c d' } }],
    [String.raw`m f="say \"hi\" \\ \n"`, { fields: { f: String.raw`say "hi" \ \n` } }],
    [
      String.raw`a\ b\,c,t\=1=x\ y f\ g=1`,
      { measurement: 'a b,c', tags: { 't=1': 'x y' }, fields: { 'f g': 1 } },
    ],
    ['m f=1 -5', { time: '-5' }],
    ['  m   f=1   9  ', { measurement: 'm', time: '9' }],
    ['größe,ort=Köln höhe=1', { measurement: 'größe', tags: { ort: 'Köln' } }],
  ])('%s is read', (text, expected) => {
    expect(only(text)).toMatchObject(expected)
  })

  test.each([
    ['m', 'has no fields'],
    ['m,t f=1', 'has a tag "t" without a value'],
    ['m a b=1', 'has a field "a" without a value'],
    ['m,t= f=1', 'has an empty value of the tag "t"'],
    [',t=v f=1', 'has an empty measurement'],
    ['m f', 'has a field "f" without a value'],
    ['m f=', 'has an empty value of the field "f"'],
    ['m f=x', 'has a field "f" of "x", which is no number, boolean or string in quotes'],
    ['m f=1 soon', 'has a time "soon", which is not a whole number'],
    ['m f=1 17 18', 'has something after its time'],
    ['m f="x', 'has a field "f" whose string does not end'],
    ['m f=0x10', 'has a field "f" of "0x10", which is no number, boolean or string in quotes'],
  ])('%s is rejected', (text, fault) => {
    expect(only(text)).toMatchObject({ fault })
  })
})

test('skips blank lines, comments and bad lines, and counts all lines', () => {
  const text = '# comment\n\nm f=1\r\nm\n m f="a\nb"\nm f=2'
  expect(
    readAll(text).map((one) => [one.line, 'fault' in one ? one.fault : one.measurement]),
  ).toEqual([
    [3, 'm'],
    [4, 'has no fields'],
    [5, 'm'],
    [7, 'm'],
  ])
})

describe('a string that does not end', () => {
  const good = Array.from({ length: 99 }, (_, i) => `m f=${i}`)
  const withNotes = Array.from({ length: 99 }, (_, i) => `m f=${i},note="all is well" 17`)

  test.each([
    ['as the last', good],
    ['before others', withNotes],
  ])('costs only its own line: %s', (_, others) => {
    const text = [...others.slice(0, 4), 'm note="oops 17', ...others.slice(4)].join('\n')
    const read = readAll(text)
    expect(read.map(({ line }) => line)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1))
    const faults = read.filter((one) => 'fault' in one)
    expect(faults).toEqual([{ line: 5, fault: 'has a field "note" whose string does not end' }])
  })

  test('leaves the lines of those before it in the same point alone', () => {
    const read = readAll('m a="x\nm f=1\n",b="oops\nm f=2')
    expect(read.map((one) => [one.line, 'fault' in one])).toEqual([
      [1, true],
      [4, false],
    ])
  })

  test.each(['m f="a', String.raw`m f="\"`, 'm f=1,g="', `m ${'f="",'.repeat(9)}g="a`])(
    'costs little in a text with many: %s',
    (line) => {
      const text = `${line}\n`.repeat(5000)
      expect(charactersRead(text)).toBeLessThan(10 * text.length)
    },
  )
})

/** How many characters are looked at. */
function charactersRead(text: string): number {
  const { charCodeAt } = String.prototype
  let count = 0
  String.prototype.charCodeAt = function (index) {
    count += 1
    return charCodeAt.call(this, index)
  }
  try {
    readAll(text)
  } finally {
    String.prototype.charCodeAt = charCodeAt
  }
  return count
}

const name = fc.string({ minLength: 1, maxLength: 12, unit: 'binary' }).filter((text) => {
  // The format cannot express a backslash before a separator, or a line break.
  return !/[\\\n\r]/.test(text) && !/^[# ]/.test(text)
})
const escaped = (text: string) => text.replaceAll(/[,= ]/g, String.raw`\$&`)
const value = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.string({ unit: 'binary', maxLength: 20 }),
)
const written = (one: number | boolean | string) =>
  typeof one === 'string' ? `"${one.replaceAll(/["\\]/g, String.raw`\$&`)}"` : String(one)

test('reads back what is written by the rules', () => {
  const point = fc.record({
    measurement: name,
    tags: fc.dictionary(name, name, { maxKeys: 4 }),
    fields: fc.dictionary(name, value, { minKeys: 1, maxKeys: 4 }),
    time: fc.option(fc.maxSafeInteger(), { nil: undefined }),
  })
  const lineOf = ({
    measurement,
    tags,
    fields,
    time,
  }: typeof point extends fc.Arbitrary<infer One> ? One : never) => {
    const head = [measurement, ...Object.entries(tags).flat()]
    const [first = '', ...others] = head.map(escaped)
    const pairs = others.reduce(
      (text, part, i) => text + (i % 2 === 0 ? `,${part}` : `=${part}`),
      first,
    )
    const values = Object.entries(fields).map(([key, one]) => `${escaped(key)}=${written(one)}`)
    return `${pairs} ${values.join(',')}${time === undefined ? '' : ` ${time}`}`
  }
  fc.assert(
    fc.property(fc.array(point, { minLength: 1, maxLength: 5 }), (points) => {
      const read = readAll(points.map(lineOf).join('\n'))
      const expected = points.map(({ time, ...point }) => {
        return { ...point, time: time === undefined ? undefined : String(time) }
      })
      const plain = read.map((one) => {
        if ('fault' in one) return one
        const { measurement, tags, fields, time } = one
        return {
          measurement,
          tags: Object.fromEntries(tags),
          fields: Object.fromEntries(fields),
          time,
        }
      })
      expect(JSON.stringify(plain)).toBe(JSON.stringify(expected))
    }),
    { numRuns: 500 },
  )
})

test('reads any text to its end, each line once', () => {
  const sign = fc.constantFrom(...',= "\\\n\r#a1t.', 'm f=1', 'm,a=b f="c"')
  fc.assert(
    fc.property(fc.array(sign, { maxLength: 60 }), (signs) => {
      const text = signs.join('')
      const read = readAll(text)
      expect(read.length).toBeLessThanOrEqual(text.split('\n').length)
    }),
    { numRuns: 500 },
  )
})

test.each([
  'm f="',
  'm,',
  'm f=',
  'm',
  `m f=1${',f=1'.repeat(20_000)}`,
  `m,${'t=v,'.repeat(20_000)}`,
])('rejects a line once if it is too long or leaves a string open: %#', (open) => {
  const text = `${open}${'x'.repeat(100_000)}\n`.repeat(20)
  const faults = readAll(text).map((one) => ('fault' in one ? one.fault : 'read'))
  expect(faults).toHaveLength(20)
  expect(new Set(faults).size).toBe(1)
})

describe('a number', () => {
  const numberIn = (word: string) => only(`m f=${word} 1`)

  test('written by JavaScript is read as the same number', () => {
    const numbers = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer().map((n) => n / 100),
      fc.maxSafeInteger(),
    )
    fc.assert(
      fc.property(numbers, (number) => {
        const word = Object.is(number, -0) ? '-0' : String(number)
        expect(numberIn(word)).toMatchObject({ fields: { f: number } })
      }),
    )
  })

  test.each([
    ['0.1', 0.1],
    ['-0', -0],
    ['007', 7],
    ['5.', 5],
    ['+5.5', 5.5],
    ['123456789012345.6', 123456789012345.6],
    ['0.30000000000000004', 0.30000000000000004],
    ['18446744073709551616', 2 ** 64],
    ['-17i', -17],
  ])('%s is %d', (word, number) => {
    expect(numberIn(word)).toMatchObject({ fields: { f: number } })
  })

  test('is any word of this form, whatever follows it, and no other', () => {
    const words = fc.array(fc.constantFrom(...'0159+-.eiu'), { minLength: 1, maxLength: 8 })
    const ends = fc.constantFrom(' 1', ',g=2 1', '', '\n')
    fc.assert(
      fc.property(words, ends, (characters, end) => {
        const word = characters.join('')
        const isInteger = /^[+-]?[0-9]+[iu]$/.test(word)
        const isNumber = /^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)(e[+-]?[0-9]+)?$/.test(word)
        const [read] = readAll(`m f=${word}${end}`)
        if (!isInteger && !isNumber) {
          expect(read).toHaveProperty('fault')
          return
        }
        const number = Number(isInteger ? word.slice(0, -1) : word)
        expect(read && 'fields' in read && read.fields.get('f')).toBe(number)
      }),
      { numRuns: 2000 },
    )
  })

  test.each(['-', '.', 'i', '-i', '1.5i', '0x10', '1ii', '--1', '1-2', 'NaN'])(
    'is not %s',
    (word) => {
      const fault = `has a field "f" of "${word}", which is no number, boolean or string in quotes`
      expect(numberIn(word)).toMatchObject({ fault })
    },
  )
})

test('reads names correctly that equal names of the previous line or start with them', () => {
  const text = String.raw`m,a=1,b=2 f=1,g=2
m,ab=1,b=2 f\ x=1,g=2
m,b=2,a=1 f\ x=3,gg=4
m,a=1 f=5`
  const names = readAll(text).map((read) =>
    'fault' in read ? read : [Object.fromEntries(read.tags), Object.fromEntries(read.fields)],
  )
  expect(names).toEqual([
    [
      { a: '1', b: '2' },
      { f: 1, g: 2 },
    ],
    [
      { ab: '1', b: '2' },
      { 'f x': 1, g: 2 },
    ],
    [
      { b: '2', a: '1' },
      { 'f x': 3, gg: 4 },
    ],
    [{ a: '1' }, { f: 5 }],
  ])
})
