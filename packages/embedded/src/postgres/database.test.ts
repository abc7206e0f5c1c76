import { createServer, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { ensureDatabase } from './database.ts'

/** A server that lets everybody in and does this at the first statement; resolves with its port. */
function postgresThat(does: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]))
      socket.once('data', () => does(socket))
    })
  })
  onTestFinished(() => void server.close())
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
}

/** A message of Postgres' protocol. */
function message(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), length, body])
}

it('a Postgres without room for its first statements says which disk is full', async () => {
  const error = Buffer.from('SPANIC\0C53100\0Mcould not extend file: No space left on device\0\0')
  const port = await postgresThat((socket) => {
    socket.write(Buffer.concat([message('E', error), message('Z', Buffer.from('I'))]))
  })
  await expect(ensureDatabase(port, 'x', '/')).rejects.toMatchObject({
    code: 'disk-full',
    message: expect.stringMatching(/^The disk of \/ is full, with [0-9.]+ MiB free\. /),
  })
})

it('a Postgres that ends at the first statement ends no keeper', async () => {
  const port = await postgresThat((socket) => socket.destroy())
  await expect(ensureDatabase(port, 'x', '/')).rejects.toThrow('terminated')
})
