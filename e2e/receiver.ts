import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** One received request. */
export interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Starts a local webhook receiver. It records every request and answers 204, or another status if told so. */
export async function startReceiver() {
  const received: Received[] = []
  let status = 204
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) })
    response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    answerWith(next: number) {
      status = next
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
