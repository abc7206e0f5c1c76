import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { Readable } from 'node:stream'
import { expect, it, onTestFinished } from 'vitest'
import { ANSWER_BYTES, collectBytes } from './answer-bytes.ts'
import { openSampleStore } from './open-store.ts'
import { TooManyBytes } from './too-many-rows.ts'

it('an answer is read up to its bound', async () => {
  let made = 0
  function* parts() {
    for (; made < 100; made += 1) yield Buffer.alloc(10)
  }
  const whole: Uint8Array[] = []
  await collectBytes(Readable.from([Buffer.alloc(30)]), 30, whole)
  expect(whole).toHaveLength(1)
  await expect(collectBytes(Readable.from(parts()), 25, [])).rejects.toBeInstanceOf(TooManyBytes)
  expect(made).toBeLessThan(50)
})

/** A store that asks a server, until the end of the test. */
async function storeAt(server: Server) {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const store = openSampleStore({ url: `http://127.0.0.1:${port}`, clock: () => new Date() })
  onTestFinished(async () => {
    await store.close()
    server.close()
  })
  return store
}

/** A store whose server answers each statement like this, then closes or resets the connection. */
function storeOf(body: Buffer, end: 'close' | 'reset') {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
      socket.write(`${body.length.toString(16)}\r\n`)
      socket.write(body)
      socket.end(end === 'close' ? '\r\n0\r\n\r\n' : '')
    })
  })
  return storeAt(server)
}

const message = (code: number) =>
  Buffer.from(`Code: ${code}. DB::Exception: Limit for result exceeded. (TOO_MANY_ROWS_OR_BYTES)\n`)

it.each(['close', 'reset'] as const)(
  'an answer that a server breaks off since it is too large, is too large (%s)',
  async (end) => {
    const begun = Buffer.alloc(100_000, 1)
    const ask = async (code: number) => {
      const store = await storeOf(Buffer.concat([begun, message(code)]), end)
      return store.queryBlocks('SELECT 1', {})
    }
    await expect(ask(396)).rejects.toBeInstanceOf(TooManyBytes)
    await expect(ask(241)).rejects.toMatchObject({ code: 'unavailable' })
  },
)

it('the rest of an answer that is too long is not fetched from a server', async () => {
  const part = Buffer.alloc(1e6)
  let [asked, sent] = ['', 0]
  const server = createServer((socket) => {
    const send = () => {
      for (let more = true; more && socket.writable; sent += part.length) more = socket.write(part)
    }
    socket.on('error', () => {})
    socket.on('drain', send)
    socket.once('data', (head) => {
      asked = String(head)
      socket.write('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n')
      send()
    })
  })
  const store = await storeAt(server)
  await expect(store.queryBlocks('SELECT 1', {})).rejects.toBeInstanceOf(TooManyBytes)
  expect(sent).toBeLessThan(1.5 * ANSWER_BYTES)
  expect(asked).toContain(`max_result_bytes=${2 * ANSWER_BYTES}`)
})
