import { connect, createServer, type Socket } from 'node:net'

interface Way {
  readonly from: Socket
  readonly on: Socket
  readonly closed: Promise<void>
  /** What arrived while it was on hold. */
  held: Buffer[] | undefined
}

/** A proxy to Postgres that can delay packets: what a node sent and has given up still arrives. */
export async function latePackets(databaseUrl: string) {
  const { port, hostname } = new URL(databaseUrl)
  const ways = new Set<Way>()
  let onHeld = () => {}
  let holdsFrom: string | undefined
  const server = createServer((from) => {
    const on = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
    const { promise: closed, resolve } = Promise.withResolvers<void>()
    const way: Way = { from, on, closed, held: undefined }
    ways.add(way)
    from.on('data', (bytes: Buffer) => {
      if (holdsFrom !== undefined && bytes.includes(holdsFrom)) way.held ??= []
      if (!way.held) return void on.write(bytes)
      way.held.push(bytes)
      onHeld()
    })
    from.on('close', () => {
      if (!way.held) on.end()
    })
    on.on('data', (bytes) => {
      if (!from.destroyed) from.write(bytes)
    })
    on.on('end', () => from.end())
    on.on('close', () => {
      ways.delete(way)
      from.destroy()
      resolve()
    })
    for (const end of [from, on]) end.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as { port: number }).port)

  return {
    url: url.href,
    /** From now on nothing more arrives on open connections. Resolves once something was sent on one of them. */
    hold(): Promise<void> {
      for (const way of ways) way.held = []
      return new Promise((resolve) => {
        onHeld = resolve
      })
    },
    /** The same for each connection from the first packet on that contains a text. */
    holdFrom(text: string): Promise<void> {
      holdsFrom = text
      return new Promise((resolve) => {
        onHeld = resolve
      })
    },
    /** Reads nothing more from Postgres, like a node that is stopped. */
    stop() {
      for (const { on } of ways) on.pause()
    },
    /** Disconnects the node from its connections on hold, without Postgres knowing. */
    cut() {
      for (const { from, held } of ways) if (held) from.resetAndDestroy()
    },
    /** Delivers what was on hold. Resolves once Postgres has processed it and these connections have ended. */
    async letGo(): Promise<void> {
      holdsFrom = undefined
      const late = [...ways].filter(({ held }) => held)
      for (const way of late) {
        for (const bytes of way.held ?? []) way.on.write(bytes)
        way.held = undefined
        way.on.end()
      }
      await Promise.all(late.map(({ closed }) => closed))
    },
    close() {
      for (const { from, on } of ways) for (const end of [from, on]) end.destroy()
      server.close()
    },
  }
}
