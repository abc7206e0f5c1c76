import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endUnread } from './unread-answers.mjs'

const READ_WITHIN_MS = 50
const server = createServer((_, answer) => endUnread(answer, READ_WITHIN_MS))

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** A connection that has sent a request, and what it is answered with. */
async function ask() {
  const { port } = server.address() as AddressInfo
  const client = connect(port, '127.0.0.1')
  const requested = once(server, 'request')
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  const [, answer] = (await requested) as [unknown, ServerResponse]
  return { client, answer }
}

test('the connection of somebody who reads nothing of an answer is ended', async () => {
  const { client, answer } = await ask()
  client.on('error', () => undefined).pause()
  // More than the buffers between the two hold.
  answer.write(Buffer.alloc(64 * 1024 * 1024))
  await once(answer, 'close')
  expect(answer.writableFinished).toBe(false)
  client.destroy()
})

test('an answer that the server itself takes long for is left alone', async () => {
  const { client, answer } = await ask()
  await once(answer, 'timeout')
  expect(answer.destroyed).toBe(false)
  client.resume()
  answer.end('made at last')
  await once(answer, 'finish')
  client.destroy()
})
