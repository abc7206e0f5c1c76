import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { readBytes } from './body.ts'

/** A request of which some of the body has come. */
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

it('reads a body that has come whole at once, however many pieces it came in', () => {
  const { request, end } = arriving('one, ', 'two, ', 'three')
  end()
  expect(readBytes(request, 15, text)).toBe('one, two, three')
})

it('reads one that has not when it comes', async () => {
  const { request, end } = arriving('one, ')
  const read = readBytes(request, 15, text)
  request.push(Buffer.from('two'))
  end()
  expect(read).toBeInstanceOf(Promise)
  expect(await read).toBe('one, two')
})

it('reads none as no bytes', () => {
  const { request, end } = arriving()
  end()
  expect(readBytes(request, 15, text)).toBe('')
})

it('refuses one that is too large, whole or not', async () => {
  const whole = arriving('0123456789abcdef')
  whole.end()
  const tooLarge = expect.objectContaining({ code: 'body-too-large' })
  expect(() => readBytes(whole.request, 15, text)).toThrow(tooLarge)
  const part = arriving('0123456789', 'abcdef')
  await expect(readBytes(part.request, 15, text)).rejects.toEqual(tooLarge)
})

it.each([
  ['', true],
  ['', false],
  ['gzip', true],
  ['gzip', false],
])(
  'settles though its sender left before it was read: %s, whole: %s',
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
    const read = (async () => readBytes(request, 15, text))()
    const told = await read.catch((problem) => problem.code)
    expect(['invalid-request', 'text']).toContain(told)
  },
)
