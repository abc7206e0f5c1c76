import { randomBytes } from 'node:crypto'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { operations } from '@sluice/contract'
import { expect, it, vi } from 'vitest'
import { readBody, readBytes } from './body.ts'

/** A request of which a part of the body has arrived. */
function arriving(...chunks: string[]) {
  const request = new IncomingMessage(new Socket())
  for (const chunk of chunks) request.push(Buffer.from(chunk))
  const end = () => {
    request.complete = true
    request.push(null)
  }
  return { request, end }
}

const text = (bytes: Buffer) => bytes.toString()

const bounds = { limit: 15, time: 10_000 }

it('a body that has arrived completely is read synchronously, in any number of chunks', () => {
  const { request, end } = arriving('one, ', 'two, ', 'three')
  end()
  expect(readBytes(request, bounds, text)).toBe('one, two, three')
})

it('a body that has not arrived completely is read once it has', async () => {
  const { request, end } = arriving('one, ')
  const read = readBytes(request, bounds, text)
  request.push(Buffer.from('two'))
  end()
  expect(read).toBeInstanceOf(Promise)
  expect(await read).toBe('one, two')
})

it('bodies of 16 KiB and more that arrive together begin in turns of their own, shorter ones at once', async () => {
  let turn = 0
  let ticking = setImmediate(function tick() {
    turn += 1
    ticking = setImmediate(tick)
  })
  const read = async (name: string) => {
    const { request, end } = arriving(JSON.stringify({ id: 'truck-1', name }))
    request.headers['content-type'] = 'application/json'
    end()
    const body = await readBody(request, operations['things.create'], { time: 10_000 })
    expect(body).toEqual({ id: 'truck-1', name })
    return turn
  }
  const turns = (name: string) => Promise.all(Array.from({ length: 10 }, () => read(name)))
  expect(new Set(await turns('short')).size).toBe(1)
  expect(new Set(await turns('x'.repeat(16 * 1024))).size).toBe(10)
  clearImmediate(ticking)
})

it('the pieces of a body of megabytes are joined in their order', async () => {
  const pieces = Array.from({ length: 40 }, () => randomBytes(64 * 1024))
  const { request, end } = arriving()
  const read = readBytes(request, { limit: 2 ** 22, time: 10_000 }, (bytes) => bytes)
  for (const piece of pieces) request.push(Buffer.from(piece))
  end()
  expect((await read).equals(Buffer.concat(pieces))).toBe(true)
})

it('an absent body is read as zero bytes', () => {
  const { request, end } = arriving()
  end()
  expect(readBytes(request, bounds, text)).toBe('')
})

it('a body that is too large is rejected, complete or not', async () => {
  const whole = arriving('0123456789abcdef')
  whole.end()
  const tooLarge = expect.objectContaining({ code: 'body-too-large' })
  expect(() => readBytes(whole.request, bounds, text)).toThrow(tooLarge)
  const part = arriving('0123456789', 'abcdef')
  await expect(readBytes(part.request, bounds, text)).rejects.toEqual(tooLarge)
})

it.each([
  ['', true],
  ['', false],
  ['gzip', true],
  ['gzip', false],
])(
  'reading settles when the sender left before it (encoding “%s”, complete: %s)',
  async (encoding, isWhole) => {
    const bytes = encoding === 'gzip' ? gzipSync('text') : Buffer.from('text')
    const request = new IncomingMessage(new Socket())
    if (encoding !== '') request.headers['content-encoding'] = encoding
    request.push(isWhole ? bytes : bytes.subarray(0, 3))
    if (isWhole) {
      request.complete = true
      request.push(null)
    }
    request.on('error', () => {})
    request.destroy(new Error('The sender left.'))
    const read = (async () => readBytes(request, bounds, text))()
    const reported = await read.catch((problem) => problem.code)
    expect(['invalid-request', 'text']).toContain(reported)
  },
)

/** Counts the bytes held. */
function counted() {
  const held = { bytes: 0 }
  const add = (bytes: number) => {
    held.bytes += bytes
    return true
  }
  return { held, hold: { add, release: () => {} } }
}

it('an unfinished compressed body holds no more bytes than were sent', async () => {
  const sent = gzipSync(Buffer.alloc(16 * 1024 * 1024))
  const { request, end } = arriving()
  request.headers['content-encoding'] = 'gzip'
  request.push(sent.subarray(0, -8))
  const { held, hold } = counted()
  const most = { limit: 16 * 1024 * 1024, time: 10_000, hold }
  const read = readBytes(request, most, text)
  await new Promise(setImmediate)
  expect(held.bytes).toBe(sent.length - 8)
  end()
  await expect(read).rejects.toMatchObject({ code: 'invalid-request' })
})

it('a body whose owner has too many bytes in flight is rejected and its rest dropped', async () => {
  const { request, end } = arriving('0123456789', 'abcde')
  const hold = { add: (bytes: number) => bytes > 5, release: () => {} }
  const read = readBytes(request, { ...bounds, hold }, text)
  await expect(read).rejects.toMatchObject({ code: 'unavailable', retryAfter: 1 })
  end()
})

it('a body that takes too long is rejected', async () => {
  vi.useFakeTimers()
  const { request } = arriving('one, ')
  const read = readBytes(request, bounds, text)
  const refused = expect(read).rejects.toMatchObject({ code: 'request-timeout' })
  await vi.advanceTimersByTimeAsync(10_000)
  await refused
  vi.useRealTimers()
})

it.each(['gzip', 'zstd'] as const)(
  'a body in %s is decompressed, even if it was incompressible',
  async (encoding) => {
    const bytes = randomBytes(100_000)
    const { request, end } = arriving()
    request.headers['content-encoding'] = encoding
    request.push(encoding === 'gzip' ? gzipSync(bytes) : zstdCompressSync(bytes))
    end()
    const read = readBytes(request, { limit: 100_000, time: 10_000 }, (whole) =>
      whole.equals(bytes),
    )
    expect(await read).toBe(true)
  },
)
