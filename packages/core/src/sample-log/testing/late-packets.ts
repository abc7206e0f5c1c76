import { connect, createServer, type Socket } from 'node:net'

interface Way {
  readonly from: Socket
  readonly on: Socket
  readonly closed: Promise<void>
  /** What came while it was held. */
  held: Buffer[] | undefined
}

/** A way to Postgres on which packets may be late: what a node sent and has given up arrives all the same. */
export async function latePackets(databaseUrl: string) {
  const { port, hostname } = new URL(databaseUrl)
  const ways = new Set<Way>()
  let onHeld = () => {}
  const server = createServer((from) => {
    const on = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
    const { promise: closed, resolve } = Promise.withResolvers<void>()
    const way: Way = { from, on, closed, held: undefined }
    ways.add(way)
    from.on('data', (bytes: Buffer) => {
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
    /** From now on nothing more arrives over connections that are open. Resolves once something has come over one of them. */
    hold(): Promise<void> {
      for (const way of ways) way.held = []
      return new Promise((resolve) => {
        onHeld = resolve
      })
    },
    /** The node loses its held connections, of which Postgres knows nothing. */
    cut() {
      for (const { from, held } of ways) if (held) from.resetAndDestroy()
    },
    /** What was held arrives. Resolves once Postgres has done it and ended these connections. */
    async letGo(): Promise<void> {
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
