import { setTimeout as sleep } from 'node:timers/promises'
import type { Signal } from '@sluice/telemetry'
import pg from 'pg'
import { connectionUrl } from '../database/connections.ts'

/** The channel for requests to hurry and for applied offsets. */
export const CHANNEL = 'sluice_samples'

const SOONEST_MS = 100
const LATEST_MS = 2_000

/** In milliseconds. */
export interface Checks {
  /** The pause between two checks of the connection. */
  readonly every: number
  /** The timeout of a check. */
  readonly within: number
}

const USUAL: Checks = { every: 2_000, within: 5_000 }

/**
 * Listens on one connection until closed, reconnecting when it is lost. Signals sent meanwhile are lost, which only
 * costs time, since waiters also poll. Nothing is sent to a listener that is cut off without notice, so the connection is checked.
 */
export function listenForSignals(
  databaseUrl: string,
  onSignal: (signal: Signal) => void,
  { every, within }: Checks = USUAL,
) {
  const closing = new AbortController()
  const { signal: closed } = closing

  async function attend(): Promise<void> {
    const client = new pg.Client({
      connectionString: connectionUrl(databaseUrl, 'sluice samples, signals'),
      connectionTimeoutMillis: 10_000,
      query_timeout: within,
    })
    const { promise: lost, resolve } = Promise.withResolvers<void>()
    const lose = () => resolve()
    client.on('error', lose)
    client.on('end', lose)
    closed.addEventListener('abort', lose)
    client.on('notification', ({ payload = '' }) => {
      const signal = readSignal(payload)
      if (signal) onSignal(signal)
    })
    try {
      await client.connect()
      await client.query(`LISTEN ${CHANNEL}`)
      await Promise.race([lost, keepChecking(client)])
    } finally {
      closed.removeEventListener('abort', lose)
      await Promise.race([client.end().catch(() => {}), sleep(1_000, undefined, { ref: false })])
    }
  }

  /** Rejects once Postgres does not answer. */
  async function keepChecking(client: pg.Client): Promise<never> {
    for (;;) {
      await sleep(every, undefined, { ref: false })
      await client.query('SELECT 1')
    }
  }

  async function keepListening(): Promise<void> {
    for (let wait = SOONEST_MS; !closed.aborted; wait = Math.min(LATEST_MS, wait * 2)) {
      const began = performance.now()
      await attend().catch(() => {})
      if (performance.now() - began > LATEST_MS) wait = SOONEST_MS
      await sleep(wait, undefined, { signal: closed, ref: false }).catch(() => {})
    }
  }

  const ended = keepListening()
  return async () => {
    closing.abort()
    await ended
  }
}

/** `hurry/3`, or `applied/3/1795000000000000000/0`: partition, offset, number of parked records. */
function readSignal(payload: string): Signal | undefined {
  const [kind, partition = '', applied = '', parked = ''] = payload.split('/')
  if (kind === 'hurry') return { kind, partition: Number(partition) }
  if (kind !== 'applied' || !/^\d+$/.test(applied)) return undefined
  return { kind, partition: Number(partition), applied: BigInt(applied), parked: Number(parked) }
}
