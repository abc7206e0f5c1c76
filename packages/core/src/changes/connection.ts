import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { connectionUrl } from '../database/connections.ts'
import type { Instant } from './trust.ts'

/** The channel that the triggers of prisma/migrations notify. */
const CHANNEL = 'sluice_changes'

/** Well within TRUST_MS, so that a single late answer does no harm. */
const PROBE_EVERY_MS = 200

/** A connection that has not answered for this long is closed. */
const ANSWER_WITHIN_MS = 5_000

export interface ListenOptions {
  readonly databaseUrl: string
  /** Sends a notification over another connection. */
  readonly notify: (channel: string, payload: string) => Promise<unknown>
  /** Called with the payloads of notifications, in commit order. */
  readonly onNotification: (payload: string) => void
  /** Called when everything acknowledged before `at` has been received. */
  readonly onProof: (at: Instant) => void
  readonly signal: AbortSignal
  /** The clocks that proofs are dated by. */
  readonly now: () => Instant
}

/**
 * Listens on a connection of its own until it is lost or `signal` aborts; then rejects with the reason.
 *
 * Postgres signals its listeners before it acknowledges a commit, and delivers pending notifications before it answers
 * their next query. So an answered query is a proof. A pooler in transaction mode breaks this: it answers queries but
 * drops notifications. So the first proof is an echo, sent over another connection.
 */
export async function listen(options: ListenOptions): Promise<never> {
  const { databaseUrl, signal } = options
  const client = new Client({
    connectionString: connectionUrl(databaseUrl, 'sluice changes'),
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    keepAlive: true,
  })
  const { promise: lost, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  client.once('error', reject)
  client.once('end', () => reject(new Error('The listening connection was closed.')))
  signal.addEventListener('abort', abort)
  try {
    await Promise.race([lost, client.connect()])
    return await Promise.race([lost, attend(client, options)])
  } finally {
    signal.removeEventListener('abort', abort)
    lost.catch(() => {})
    client.on('error', () => {})
    await Promise.race([client.end().catch(() => {}), sleep(1_000, undefined, { ref: false })])
  }
}

async function attend(client: Client, options: ListenOptions): Promise<never> {
  const echo = `echo/${randomUUID()}`
  const { promise: echoed, resolve: receive } = Promise.withResolvers<void>()
  client.on('notification', ({ payload = '' }) => {
    if (payload === echo) receive()
    else options.onNotification(payload)
  })
  await client.query(`LISTEN ${CHANNEL}`)
  const listening = options.now()
  await options.notify(CHANNEL, echo)
  await within(ANSWER_WITHIN_MS, echoed, NOT_HEARD)
  options.onProof(listening)
  for (;;) {
    const at = options.now()
    await within(ANSWER_WITHIN_MS, client.query('SELECT 1'), 'Postgres does not answer.')
    options.onProof(at)
    await sleep(PROBE_EVERY_MS, undefined, { ref: false })
    options.signal.throwIfAborted()
  }
}

const NOT_HEARD =
  'Notifications of Postgres do not arrive. DATABASE_URL must not lead through a pooler that lends ' +
  'connections by transaction.'

async function within(ms: number, wanted: Promise<unknown>, otherwise: string): Promise<void> {
  const stop = new AbortController()
  const late = sleep(ms, undefined, { ref: false, signal: stop.signal }).then(() => {
    throw new Error(otherwise)
  })
  late.catch(() => {})
  try {
    await Promise.race([wanted, late])
  } finally {
    stop.abort()
  }
}
