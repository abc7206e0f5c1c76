import { createServer, type Server } from 'node:http'
import { finished } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { EmbeddedStoreError } from '../error.ts'
import { handle, type ServerContext } from './handle.ts'

export type EngineServer = {
  port: number
  /**
   * Accepts no more requests, waits `patienceMs` for running ones, then kills them and drops their clients. Returns
   * whether all have ended.
   */
  close(patienceMs: number, killAll: () => Promise<void>): Promise<boolean>
}

/** ClickHouse's http_max_uri_size: bound parameters are sent in the URL. */
const longestUri = 1 << 20
/** How long a cancelled statement may take to end. */
const cancelMs = 2_000

/** Serves ClickHouse's HTTP interface on 127.0.0.1. */
export async function startEngineServer(
  context: ServerContext,
  port: number,
): Promise<EngineServer> {
  const running = new Set<Promise<void>>()
  const server = createServer({ maxHeaderSize: longestUri }, (request, response) => {
    const sent = finished(response).catch(() => {})
    const handling = handle(context, request, response).then(() => sent)
    running.add(handling)
    void handling.then(() => running.delete(handling))
  })
  server.keepAliveTimeout = 30_000
  // A long load may stream for long; timeouts are up to the client.
  server.requestTimeout = 0
  await listen(server, port)
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: (patienceMs, killAll) => close(server, running, patienceMs, killAll),
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE'
      reject(
        new EmbeddedStoreError(
          taken ? 'port-taken' : 'failed',
          taken
            ? `Port ${port} of 127.0.0.1 is taken, so the ClickHouse engine cannot listen. Stop what uses it, or restart Sluice, which then takes another.`
            : `The ClickHouse engine cannot listen on port ${port}: ${error.message}`,
          { cause: error },
        ),
      )
    })
    server.listen(port, '127.0.0.1', resolve)
  })
}

async function close(
  server: Server,
  running: Set<Promise<void>>,
  patienceMs: number,
  killAll: () => Promise<void>,
): Promise<boolean> {
  server.close()
  server.closeIdleConnections()
  if (await endWithin(running, patienceMs)) return true
  await killAll()
  server.closeAllConnections()
  return endWithin(running, cancelMs)
}

async function endWithin(running: Set<Promise<void>>, patienceMs: number): Promise<boolean> {
  const timeout = new AbortController()
  const timedOut = pause(patienceMs, false, { signal: timeout.signal }).catch(() => false)
  const ended = Promise.all(running).then(() => true)
  return Promise.race([ended, timedOut]).finally(() => timeout.abort())
}
