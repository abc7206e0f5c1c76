import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../database/client.ts'
import { listen } from './connection.ts'
import { type Instant, instant, openTrust } from './trust.ts'

export interface ChangeListener {
  /** A row of a table changed; without an id, possibly any row. */
  changed(table: string, id: string | undefined): void
  /** Changes may have been missed: all caches are stale. */
  missed(): void
}

/** Changes that other nodes, and people with a SQL prompt, make in the control database. */
export interface ChangeFeed {
  /**
   * Whether every change acknowledged more than TRUST_MS ago has been received. Must be checked at every use of a
   * cache; if false, ask the database instead.
   */
  isCurrent(): boolean
  /** Resolves once the feed is current for the first time, or closed. */
  started(): Promise<void>
  /** Why the feed last stopped; undefined while it listens, or connects for the first time. */
  fault(): unknown
  subscribe(listener: ChangeListener): void
  close(): Promise<void>
}

/** Delays between attempts to reconnect: meanwhile, requests have to go to the database. */
const SOONEST_MS = 50
const LATEST_MS = 2_000

/**
 * Listens in the background until closed, and reconnects when the connection is lost. `now` reads the clocks of {@link
 * Trust}.
 */
export function openChangeFeed(
  databaseUrl: string,
  db: Database,
  now: () => Instant = instant,
): ChangeFeed {
  const trust = openTrust(now)
  const listeners = new Set<ChangeListener>()
  const closing = new AbortController()
  const { signal } = closing
  const { promise: started, resolve: start } = Promise.withResolvers<void>()
  let fault: unknown
  let wait = SOONEST_MS

  function lose(reason: unknown) {
    fault = reason
    trust.lapse()
    for (const listener of listeners) listener.missed()
  }

  async function keepListening() {
    while (!signal.aborted) {
      await listen({
        ...{ databaseUrl, signal, now },
        notify: (channel, payload) => db.$executeRaw`SELECT pg_notify(${channel}, ${payload})`,
        onNotification(payload) {
          const [table = '', id] = split(payload)
          for (const listener of listeners) listener.changed(table, id)
        },
        onProof(at) {
          trust.prove(at)
          start()
          fault = undefined
          wait = SOONEST_MS
        },
      }).catch(lose)
      await sleep(wait * (0.5 + Math.random()), undefined, { signal, ref: false }).catch(() => {})
      wait = Math.min(LATEST_MS, wait * 2)
    }
  }

  const ended = keepListening()
  return {
    isCurrent: trust.isCurrent,
    started: () => started,
    fault: () => fault,
    subscribe(listener) {
      listeners.add(listener)
    },
    async close() {
      closing.abort(new Error('The change feed was closed.'))
      await ended
      start()
    },
  }
}

/** `<table>/<id>`, or `<table>/*`. */
function split(payload: string): [table: string, id: string | undefined] {
  const at = payload.indexOf('/')
  const id = payload.slice(at + 1)
  return [payload.slice(0, at), id === '*' ? undefined : id]
}
