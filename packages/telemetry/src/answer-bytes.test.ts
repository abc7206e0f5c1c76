import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
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
  expect(await collectBytes(Readable.from([Buffer.alloc(30)]), 30)).toHaveLength(1)
  await expect(collectBytes(Readable.from(parts()), 25)).rejects.toBeInstanceOf(TooManyBytes)
  expect(made).toBeLessThan(50)
})

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
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const store = openSampleStore({ url: `http://127.0.0.1:${port}`, clock: () => new Date() })
  onTestFinished(async () => {
    await store.close()
    server.close()
  })
  await expect(store.queryBlocks('SELECT 1', {})).rejects.toBeInstanceOf(TooManyBytes)
  expect(sent).toBeLessThan(1.5 * ANSWER_BYTES)
  expect(asked).toContain(`max_result_bytes=${2 * ANSWER_BYTES}`)
})
