import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** For tests: an engine that accepts connections and requests, and never answers. */
export async function hungEngine() {
  const sockets: Socket[] = []
  const server = createServer((socket) => void sockets.push(socket.resume()))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async kill() {
      for (const socket of sockets) socket.destroy()
      await once(server.close(), 'close')
    },
  }
}
