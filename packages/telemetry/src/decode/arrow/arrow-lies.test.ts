/** Malformed bodies: each is rejected with a message, at once and without allocating what it claims to hold. */
import { ingestLimits } from '@sluice/contract'
import {
  CompressionType,
  columnFromArray,
  dictionary,
  float16,
  float64,
  int16,
  int32,
  int64,
  list,
  setCompressionCodec,
  struct,
  tableFromColumns,
  tableToIPC,
  utf8,
} from '@uwdata/flechette'
import { expect, it, test } from 'vitest'
import { arrowOf, rawColumn, timesColumn, viewsColumn } from '../../testing/arrow.ts'
import { metricOf, thingOf } from '../../testing/things.ts'
import { compileRules } from '../rules.ts'
import { readArrow } from './arrow.ts'

const rules = compileRules(
  thingOf([metricOf('a', 'number', 1), metricOf('c', 'string', 2)]),
  new Date('2026-02-01T00:00:00Z'),
)

/** The faults of a body. Also checks that no more samples are stored than the body can hold. */
function faultOf(body: unknown): string {
  const { faults, samples } = readArrow(body, rules)
  expect(samples.metrics.length).toBeLessThan(100_000)
  return faults
    .list()
    .map(({ pointer, detail }) => `${pointer} ${detail}`)
    .join('\n')
}

const emptyColumn = columnFromArray([], float64())
const stamps = timesColumn(2, [1n, 2n])
const good = arrowOf({ timestamp: stamps, a: [float64(), [1, 2]], c: [utf8(), ['æ', 'bc']] })

it('the body that the other tests damage is accepted', () => {
  expect(faultOf(good)).toBe('')
})

it.each<[string, unknown, string]>([
  ['nothing', undefined, 'must be an Arrow IPC stream'],
  ['text', Buffer.from('{"timestamps":[1]}'), 'truncated'],
  ['an end without a table', Buffer.from('ffffffff00000000', 'hex'), 'holds no table'],
  [
    'an Arrow file',
    tableToIPC(tableFromColumns({ timestamp: stamps }), { format: 'file' }),
    'Arrow file',
  ],
  ['two streams', Buffer.concat([good, good]), 'send one stream per call'],
  ['no timestamp column', arrowOf({ a: [float64(), [1]] }), 'has no column "timestamp"'],
  [
    'string timestamps',
    arrowOf({ timestamp: [utf8(), ['2026-01-01T00:00:00Z']] }),
    'must be a timestamp, or int64',
  ],
  ['32-bit timestamps', arrowOf({ timestamp: [int32(), [1]] }), 'must be a timestamp, or int64'],
  ['lists', arrowOf({ timestamp: stamps, a: [list(float64()), [[1], [2]]] }), 'of type list'],
  [
    'structs',
    arrowOf({ timestamp: stamps, a: [struct({ x: float64() }), [{ x: 1 }, { x: 2 }]] }),
    'of type struct',
  ],
  [
    'half-precision floats',
    arrowOf({ timestamp: stamps, a: [float16(), [1, 2]] }),
    'of type float16',
  ],
])('a body with %s is rejected', (_, body, words) => {
  expect(faultOf(body)).toContain(words)
})

test('two columns of the same name are rejected', () => {
  const column = columnFromArray([1, 2], float64())
  const bytes = Buffer.from(arrowOf({ timestamp: stamps, a: column, b: column }))
  // The schema stores the third column's name as its length and its letter.
  bytes[bytes.indexOf(Buffer.from([1, 0, 0, 0, 0x62])) + 4] = 0x61
  expect(faultOf(bytes)).toContain('two columns named "a"')
})

test('compressed buffers are rejected with advice on what to do instead', () => {
  const same = (bytes: Uint8Array) => bytes
  setCompressionCodec(CompressionType.ZSTD, { encode: same, decode: same })
  const table = tableFromColumns({ timestamp: stamps })
  const bytes = tableToIPC(table, { format: 'stream', codec: CompressionType.ZSTD })
  expect(faultOf(bytes)).toContain('compress the whole body with Content-Encoding')
})

test('dictionary columns that expand beyond the character limit are rejected', () => {
  const texts = new Array(5000).fill('x'.repeat(4096))
  const times = timesColumn(
    2,
    texts.map((_, i) => BigInt(i)),
  )
  const body = arrowOf({ timestamp: times, c: [dictionary(utf8(), int16()), texts] })
  expect(body.length).toBeLessThan(100_000)
  expect(faultOf(body)).toContain('must hold at most 16777216 characters')
})

test('a table with more rows than the limit is rejected', () => {
  const rows = ingestLimits.samples + 1
  const times = rawColumn(int64(), new BigInt64Array(rows))
  expect(readArrow(arrowOf({ timestamp: times }), rules).faults.list()[0]?.detail).toMatch(
    'must have at most 1000000 rows',
  )
})

test('overlong column names and too many columns are rejected', () => {
  const long = arrowOf({ timestamp: stamps, ['x'.repeat(1025)]: [float64(), [1, 2]] })
  expect(faultOf(long)).toContain('a name or a list longer than 1024')
  const names = Array.from({ length: 32_769 }, (_, i) => [`m${i}`, emptyColumn] as const)
  expect(faultOf(arrowOf(Object.fromEntries(names)))).toContain('longer than 32768')
})

test('two columns that share the same bytes are rejected', () => {
  const bytes = Buffer.from(arrowOf({ timestamp: stamps, a: [float64(), [1, 2]] }))
  // Buffers are described by pairs of offset and length; that of the second column has 16 bytes from 16 on.
  const at = bytes.lastIndexOf(Buffer.from('10000000000000001000000000000000', 'hex'))
  bytes[at] = 0
  expect(faultOf(bytes)).toContain('"a" whose values lie in those of another')
})

test('string views outside their buffers, or beyond the size limit, are rejected', () => {
  const texts = new Array(5000).fill('x'.repeat(4096))
  const times = timesColumn(
    2,
    texts.map((_, i) => BigInt(i)),
  )
  const many = arrowOf({ timestamp: times, c: viewsColumn(texts) })
  expect(many.length).toBeLessThan(200_000)
  expect(faultOf(many)).toContain('string views that share more than')
  const bytes = Buffer.from(arrowOf({ timestamp: stamps, c: viewsColumn(['', 'x'.repeat(20)]) }))
  const view = bytes.indexOf(Buffer.from('1400000078787878', 'hex'))
  for (const word of [4, 8, 12]) {
    const changed = Buffer.from(bytes)
    changed.writeInt32LE(word === 4 ? 0x7fffffff : -1, view + (word === 4 ? 0 : word))
    expect(faultOf(changed)).toContain('views do not lie in their buffers')
  }
})

/** A stream whose only batch comes `times` times. */
function repeated(stream: Uint8Array, times: number): Buffer {
  const bytes = Buffer.from(stream)
  const [marker, end] = [Buffer.from('ffffffff', 'hex'), bytes.length - 8]
  const batch = bytes.subarray(bytes.indexOf(marker, 4), end)
  const head = bytes.subarray(0, end - batch.length)
  return Buffer.concat([head, ...Array.from({ length: times }, () => batch), bytes.subarray(end)])
}

test('what string views share is bounded for the stream, not for each batch', () => {
  const texts = new Array(1000).fill('x'.repeat(4096))
  const times = timesColumn(
    2,
    texts.map((_, i) => BigInt(i)),
  )
  const stream = arrowOf({ timestamp: times, c: viewsColumn(texts) })
  // 4 MB in 28 kB.
  expect(faultOf(repeated(stream, 1))).toBe('')
  expect(faultOf(repeated(stream, 2))).toContain('string views that share more than 4194304 bytes')
})

test('strings that are not UTF-8, or are split inside a character, are rejected', () => {
  const bytes = Buffer.from(good)
  const at = bytes.indexOf('æbc')
  for (const [change, words] of [
    [[0xff], 'not UTF-8'],
    [[0x61, 0xc3, 0xa6], 'offsets are not those of strings'],
  ] as const) {
    const changed = Buffer.from(bytes)
    changed.set(change, at)
    expect(faultOf(changed)).toContain(words)
  }
})

test('a body truncated anywhere is rejected, except where the stream may end', () => {
  const whole: number[] = []
  for (let length = 0; length <= good.length; length++) {
    if (faultOf(good.subarray(0, length)) === '') whole.push(length)
  }
  // After the schema, after the batch, and after the end-of-stream marker.
  expect(whole).toHaveLength(3)
  expect(whole.slice(1)).toEqual([good.length - 8, good.length])
})

/** What a byte is changed into: the lowest, the highest, and its neighbors. */
const changes = [
  () => 0,
  () => 0x7f,
  () => 0xff,
  (byte: number) => byte ^ 1,
  (byte: number) => byte + 8,
]

test('no corrupt byte makes the decoder read beyond the body or crash', () => {
  // The body is part of a larger buffer, like one shared by several requests.
  const around = Buffer.alloc(good.length + 64, 'Z')
  around.set(good, 24)
  const body = around.subarray(24, 24 + good.length)
  const strange = around.readDoubleLE(0)
  let refused = 0
  for (const [at, byte] of good.entries()) {
    for (const change of changes) {
      body[at] = change(byte)
      const { samples, faults } = readArrow(body, rules)
      refused += faults.fatal ? 1 : 0
      expect(samples.metrics.length).toBeLessThan(1000)
      expect(samples.numbers.subarray(0, samples.rows)).not.toContain(strange)
      expect(samples.texts.join()).not.toContain('ZZ')
    }
    body[at] = byte
  }
  expect(refused).toBeGreaterThan(good.length)
})
