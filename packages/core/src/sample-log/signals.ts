import { setTimeout as sleep } from 'node:timers/promises'
import type { Signal } from '@sluice/telemetry'
import pg from 'pg'
import { connectionUrl } from '../database/connections.ts'

/** The channel for requests to hurry and for applied offsets. */
export const CHANNEL = 'sluice_samples'

const SOONEST_MS = 100
const LATEST_MS = 2_000

/**
 * Listens on one connection until closed, reconnecting when it is lost. Signals sent meanwhile are lost, which only
 * costs time, since waiters also poll.
 */
export function listenForSignals(databaseUrl: string, onSignal: (signal: Signal) => void) {
  const closing = new AbortController()
  const { signal: closed } = closing

  async function attend(): Promise<void> {
    const client = new pg.Client({
      connectionString: connectionUrl(databaseUrl, 'sluice samples, signals'),
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
    })
    const { promise: lost, resolve: lose } = Promise.withResolvers<void>()
    client.on('error', () => lose())
    client.on('end', () => lose())
    closed.addEventListener('abort', () => lose(), { once: true })
    client.on('notification', ({ payload = '' }) => {
      const signal = readSignal(payload)
      if (signal) onSignal(signal)
    })
    try {
      await client.connect()
      await client.query(`LISTEN ${CHANNEL}`)
      await lost
    } finally {
      await Promise.race([client.end().catch(() => {}), sleep(1_000, undefined, { ref: false })])
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
