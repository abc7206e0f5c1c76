import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A TCP proxy that a test can break. When frozen, its connections stay open but carry nothing. When cut, it closes and
 * refuses connections.
 */
export async function fragileLink(targetUrl: string) {
  const target = new URL(targetUrl)
  const sockets = new Set<Socket>()
  let refusing = false

  const server = createServer((near) => {
    if (refusing) return near.destroy()
    const far = connect(Number(target.port), target.hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far)
    far.pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(targetUrl)
  url.port = String((server.address() as AddressInfo).port)

  function cut() {
    refusing = true
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: url.href,
    cut,
    freeze() {
      for (const socket of sockets) socket.unpipe().pause()
    },
    mend() {
      refusing = false
    },
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
