import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What arrived of an event. */
export interface Arrival {
  /** Milliseconds from the event to its arrival, by this machine's clock. */
  readonly after: number
  readonly at: number
}

/** A receiver on this machine, which notes what arrives until it is told to forget. */
export interface Receiver {
  readonly port: number
  readonly arrivals: ReadonlyMap<string, Arrival>
  /** Requests beyond the first of an event. */
  repeats(): number
  /** Resolves when so many events have arrived. */
  has(events: number): Promise<void>
  forget(): void
  /** Refuses connections until `up`. */
  down(): Promise<void>
  up(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const arrivals = new Map<string, Arrival>()
  let repeats = 0
  let wanted = { events: 0, resolve: () => {} }
  let server: Server
  let port = 0

  function note(id: string, body: string) {
    const at = Date.now()
    const { timestamp } = JSON.parse(body) as { timestamp: string }
    if (arrivals.has(id)) repeats += 1
    else arrivals.set(id, { at, after: at - Date.parse(timestamp) })
    if (arrivals.size >= wanted.events) wanted.resolve()
  }

  async function up() {
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = await request.toArray()
      note(String(request.headers['webhook-id']), Buffer.concat(chunks).toString())
      response.writeHead(204).end()
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }

  await up()
  return {
    ...{ port, arrivals, up },
    repeats: () => repeats,
    has: (events) =>
      new Promise((resolve) => {
        wanted = { events, resolve }
        if (arrivals.size >= events) resolve()
      }),
    forget() {
      arrivals.clear()
      repeats = 0
    },
    async down() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
