import { getEventListeners, once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { listen } from './connection.ts'
import { instant } from './trust.ts'

test('a lost connection removes its listeners from the abort signal', async () => {
  const server = createServer((socket) => socket.destroy())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { signal } = new AbortController()
  const lost = listen({
    databaseUrl: `postgres://nobody@127.0.0.1:${port}/none`,
    ...{
      notify: async () => {},
      onNotification: () => {},
      onProof: () => {},
      now: instant,
      signal,
    },
  })
  await expect(lost).rejects.toThrow()
  expect(getEventListeners(signal, 'abort')).toEqual([])
  server.close()
})
