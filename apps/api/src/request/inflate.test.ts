import { constants, gzipSync, zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodingOf, inflate } from './inflate.ts'
import { areFrames } from './zstd-frames.ts'

async function inflated(bytes: Buffer, encoding: 'gzip' | 'zstd'): Promise<Buffer> {
  const chunks: Buffer[] = []
  await inflate(bytes, encoding, (chunk) => chunks.push(chunk))
  return Buffer.concat(chunks)
}

test.each([
  ['x-gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['', undefined],
  ['identity', undefined],
])('Content-Encoding %j is read as %s', (header, encoding) => {
  expect(encodingOf(header)).toBe(encoding)
})

/** Contents that yield each kind of block: raw, runs, compressed, and none. */
const content = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.integer({ min: 0, max: 300_000 }).map((length) => new Uint8Array(length)),
  fc.string({ maxLength: 40 }).map((text) => Buffer.from(text.repeat(500))),
)

const flag = fc.integer({ min: 0, max: 1 })
const frame = fc.record({ bytes: content, checksum: flag, size: flag }).map((of) => ({
  bytes: of.bytes,
  sent: zstdCompressSync(of.bytes, {
    params: {
      [constants.ZSTD_c_checksumFlag]: of.checksum,
      [constants.ZSTD_c_contentSizeFlag]: of.size,
    },
  }),
}))
const skipped = fc
  .tuple(fc.integer({ min: 0x50, max: 0x5f }), fc.uint8Array({ maxLength: 20 }))
  .map(([magic, bytes]) => ({
    bytes: new Uint8Array(),
    sent: Buffer.from([magic, 0x2a, 0x4d, 0x18, bytes.length, 0, 0, 0, ...bytes]),
  }))
const member = content.map((bytes) => ({ bytes, sent: gzipSync(bytes) }))

const encodings = [
  ['zstd', fc.array(fc.oneof({ weight: 4, arbitrary: frame }, skipped), { maxLength: 3 }), frame],
  ['gzip', fc.array(member, { maxLength: 3 }), member],
] as const

describe.each(encodings)('a body in %s', (encoding, others, last) => {
  const whole = fc.tuple(others, last).map(([before, end]) => [...before, end])
  const sent = (parts: readonly { readonly sent: Buffer }[]) =>
    Buffer.concat(parts.map((part) => part.sent))

  test('is all of its frames or members', async () => {
    await fc.assert(
      fc.asyncProperty(whole, async (parts) => {
        const read = await inflated(sent(parts), encoding)
        expect(read.equals(Buffer.concat(parts.map(({ bytes }) => bytes)))).toBe(true)
      }),
      { numRuns: 50 },
    )
  })

  test('that is cut off anywhere, but between two of them, is refused', async () => {
    const cut = fc.tuple(whole, last, fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean())
    await fc.assert(
      fc.asyncProperty(cut, async ([before, { sent: another }, at, isShort]) => {
        const most = isShort ? Math.min(another.length, 8) : another.length
        const length = 1 + Math.floor(at * (most - 2))
        const body = Buffer.concat([sent(before), another.subarray(0, length)])
        await expect(inflated(body, encoding)).rejects.toThrow()
      }),
      { numRuns: 50 },
    )
  })

  test.each([
    ['text', Buffer.from('m,thing=truck-1 temperature=2\n')],
    ['one byte', Buffer.from('x')],
    ['a member of gzip', encoding === 'zstd' ? gzipSync('x') : zstdCompressSync('x')],
    ['zeros and another', Buffer.concat([Buffer.alloc(9), gzipSync('x'), zstdCompressSync('x')])],
    ['the beginning of another', zstdCompressSync('x').subarray(0, 1)],
    ['more of it', zstdCompressSync('x').subarray(0, 3)],
  ])('that is followed by %s is refused', async (_, rest) => {
    const first = encoding === 'zstd' ? zstdCompressSync('first') : gzipSync('first')
    await expect(inflated(Buffer.concat([first, rest]), encoding)).rejects.toThrow()
  })
})

test('millions of blocks that hold nothing are looked at in slices', async () => {
  const head = zstdCompressSync('', {
    params: { [constants.ZSTD_c_contentSizeFlag]: 0, [constants.ZSTD_c_checksumFlag]: 0 },
  }).subarray(0, -3)
  const blocks = [Buffer.alloc(3 * 1_000_000), Buffer.from([1, 0, 0])]
  const body = Buffer.concat([head, ...blocks])
  expect([...areFrames(body)].length).toBeGreaterThan(50)
  expect(await inflated(body, 'zstd')).toHaveLength(0)
})
