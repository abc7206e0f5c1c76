import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { forOneNode } from './cluster-config.ts'
import type { Answer, Call } from './forward.ts'
import { type Replica, replicaAt } from './replica.ts'

/** Faults between replicas, and on the way to them. */
export interface ReplicaFaults {
  /** Milliseconds until another replica has an insert; later inserts may overtake it. */
  readonly lag: () => number
  /** Whether the caller loses its connection, before the call is done or after. */
  readonly cut: () => 'before' | 'after' | undefined
  /** 0 to 1. */
  readonly random: () => number
  /** Milliseconds after which a replica that does not answer counts as away. */
  readonly session: number
}

/** A shard with replicas, behind one address. */
export interface Replicas {
  readonly name: 'fleet'
  readonly url: string
  stop(): Promise<void>
}

/**
 * Simulates the replicas of a shard with embedded engines, following ClickHouse's documentation: an insert is taken by
 * one of them and reaches the others later, in any order, but is answered once `insert_quorum` of them have it. A query
 * is answered by any replica that lags by less than it allows. Other changes of rows are done by all replicas at the
 * same place among the inserts.
 *
 * @param urls of engines with `clusterConfig`, which may end and come back at the same address
 */
export async function startReplicas(
  urls: readonly string[],
  faults: ReplicaFaults,
): Promise<Replicas> {
  const replicas = urls.map((url) => replicaAt(new URL(url), faults.session))
  /** By table: held by a change other than an insert while its place among the inserts is determined. */
  const places = new Map<string, Promise<unknown>>()
  const inserting = new Map<Promise<unknown>, string>()

  function inRandomOrder(): Replica[] {
    const weighed = replicas.map((replica) => ({ replica, weight: faults.random() }))
    return weighed.sort((a, b) => a.weight - b.weight).map(({ replica }) => replica)
  }

  /** The first reachable replica among some, and its answer. */
  async function askFirst(of: readonly Replica[], call: Call) {
    for (const replica of of) {
      const answer = await replica.ask(call).catch(() => undefined)
      if (answer) return { replica, answer }
    }
    return undefined
  }

  /** The replicas that a statement may read from. */
  function nearFor({ url }: Call): Replica[] {
    const allowed = url.searchParams.get('max_replica_delay_for_distributed_queries')
    const most = allowed === null ? Number.POSITIVE_INFINITY : Number(allowed)
    return inRandomOrder().filter(
      (replica) => replica.isLive() && Math.floor(replica.lag() / 1000) < most,
    )
  }

  async function query(call: Call): Promise<Answer> {
    const near = nearFor(call)
    const found = await askFirst(near, call)
    if (found) return found.answer
    return exception(near.length === 0 ? 'ALL_REPLICAS_ARE_STALE' : 'ALL_CONNECTION_TRIES_FAILED')
  }

  async function insert(call: Call, table: string): Promise<Answer> {
    const quorum = Number(call.url.searchParams.get('insert_quorum') ?? 0)
    if (replicas.filter((replica) => replica.isLive()).length < quorum) {
      return exception('TOO_FEW_LIVE_REPLICAS')
    }
    await places.get(table)
    const given = give(call, table)
    inserting.set(given, table)
    const taken = await given.finally(() => inserting.delete(given))
    if (!taken) return exception('ALL_CONNECTION_TRIES_FAILED')
    const { answer, others } = taken
    if (answer.status !== 200) return answer
    const reached = others.slice().sort((a, b) => a.due - b.due)
    const timeout = Number(call.url.searchParams.get('insert_quorum_timeout') ?? 600_000)
    const whole = Promise.all(reached.slice(0, Math.max(0, quorum - 1)).map(({ done }) => done))
    const inTime = await Promise.race([
      whole.then(() => true),
      pause(Math.min(timeout, 6000), false, { ref: false }),
    ])
    return inTime ? answer : exception('UNKNOWN_STATUS_OF_INSERT')
  }

  /**
   * Runs an insert on one replica, and queues it for all others; also for that one if it ended meanwhile, since the
   * insert may have been done.
   */
  async function give(call: Call, table: string) {
    for (const leader of inRandomOrder()) {
      if (!leader.isLive()) continue
      const others = replicas.filter((replica) => replica !== leader)
      const noteFor = (some: readonly Replica[]) =>
        some.map((replica) => replica.note(table, faults.lag(), () => replica.take(call)))
      try {
        const answer = await leader.ask(call)
        return { answer, others: answer.status === 200 ? noteFor(others) : [] }
      } catch {
        noteFor(replicas)
        return undefined
      }
    }
    return undefined
  }

  /** One replica selects the rows of an INSERT … SELECT, which are then inserted like others. */
  async function insertSelected(call: Call, table: string): Promise<Answer> {
    const staged = `staged_${randomUUID().replaceAll('-', '')}`
    const statement = (text: string): Call => {
      const url = new URL(call.url)
      url.searchParams.delete('query')
      return { ...call, url, body: Buffer.from(text) }
    }
    for (const leader of nearFor(call)) {
      const ask = (text: string) => leader.ask(statement(text))
      try {
        await ask(`CREATE TABLE ${staged} AS ${table}_local ENGINE = Memory`)
        try {
          const select = call.body.toString().replace(/INSERT INTO \w+/, `INSERT INTO ${staged}`)
          const selected = await ask(select)
          if (selected.status !== 200) return selected
          const { body } = await ask(`SELECT * FROM ${staged} FORMAT Native`)
          if (body.length === 0) return selected
          const url = new URL(call.url)
          url.searchParams.set('query', `INSERT INTO ${table} FORMAT Native`)
          url.searchParams.set('insert_deduplication_token', staged)
          url.searchParams.delete('insert_deduplicate')
          return await insert({ ...call, url, body }, table)
        } finally {
          await ask(`DROP TABLE IF EXISTS ${staged}`)
        }
      } catch {}
    }
    return exception('ALL_CONNECTION_TRIES_FAILED')
  }

  /** Deletes and definitions: each replica runs them after the inserts before, and before those after. */
  async function everywhere(call: Call, table: string): Promise<Answer> {
    const before = places.get(table)
    const { promise, resolve } = Promise.withResolvers<void>()
    places.set(table, promise)
    try {
      await before
      const own = [...inserting].filter(([, of]) => of === table).map(([given]) => given)
      await Promise.allSettled(own)
      const done = replicas.map((one) => one.noteInOrder(table, () => one.reach(call)).done)
      resolve()
      const answers = await Promise.race([
        Promise.all(done),
        pause(20_000, undefined, { ref: false }),
      ])
      return (
        answers?.find(({ status }) => status !== 200) ?? answers?.[0] ?? exception('UNFINISHED')
      )
    } finally {
      resolve()
    }
  }

  async function answer(call: Call): Promise<Answer> {
    const { url } = call
    const statement = forOneNode(url.searchParams.get('query') ?? call.body.toString())
    const adapted = withDeduplication(statement)
    if (url.searchParams.has('query')) url.searchParams.set('query', adapted)
    const own = url.searchParams.has('query') ? call : { ...call, body: Buffer.from(adapted) }
    const [, table, rest] = /^\s*INSERT INTO (\w+)\s*(?:\([^)]*\))?\s*(\w+)/.exec(adapted) ?? []
    if (table && /^(SELECT|WITH)$/.test(rest ?? '')) return insertSelected(own, table)
    if (table) return insert(own, table)
    const [changed] = /^\s*(CREATE|ALTER|DROP|DELETE|OPTIMIZE|TRUNCATE)\b/.exec(adapted) ?? []
    if (changed) {
      const [, of = ''] = /^\s*DELETE FROM (\w+)_local/.exec(adapted) ?? []
      return everywhere(own, of)
    }
    return query(own)
  }

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method, headers } = incoming
    const url = new URL(incoming.url ?? '/', 'http://127.0.0.1')
    const body = await buffer(incoming)
    const cut = faults.cut()
    if (cut === 'before') return void outgoing.destroy()
    const found = await answer({ method, headers, url, body })
    if (cut === 'after') return void outgoing.destroy()
    outgoing.writeHead(found.status, found.headers)
    outgoing.end(found.body)
  }

  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch((error) => outgoing.destroy(error))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = new URL(urls[0] ?? '')
  address.port = String((server.address() as { port: number }).port)
  return {
    name: 'fleet',
    url: address.href,
    async stop() {
      server.closeAllConnections()
      server.close()
      await Promise.all(replicas.map((replica) => replica.stop()))
    },
  }
}

/** Engines without replication need a setting of the table to deduplicate inserts. */
function withDeduplication(statement: string): string {
  return statement.replace(
    'SETTINGS index_granularity = 256',
    'SETTINGS non_replicated_deduplication_window = 10000, index_granularity = 256',
  )
}

const codes = {
  TOO_FEW_LIVE_REPLICAS: 285,
  UNKNOWN_STATUS_OF_INSERT: 319,
  UNFINISHED: 341,
  ALL_CONNECTION_TRIES_FAILED: 279,
  ALL_REPLICAS_ARE_STALE: 369,
}

function exception(type: keyof typeof codes): Answer {
  const code = codes[type]
  return {
    status: 500,
    headers: { 'x-clickhouse-exception-code': String(code) },
    body: Buffer.from(
      `Code: ${code}. DB::Exception: As a fault has it. (${type}) (version 26.7.2.1)`,
    ),
  }
}
