import { randomUUID } from 'node:crypto'
import { Problem } from '@sluice/runtime'
import {
  type Batch,
  LEASE_MS,
  type Lease,
  LeaseLost,
  type LoggedRecord,
  NotStarted,
  type Pending,
  type SharedLog,
} from '@sluice/telemetry'
import { unavailable } from '../database/store-errors.ts'
import { clockAhead } from './clock-ahead.ts'
import { openLogPool, type Patience } from './pool.ts'
import { type RecordRow, recordsOf } from './records.ts'
import { listenForSignals } from './signals.ts'
import { ALONE } from './sole-writer.ts'
import * as sql from './statements/index.ts'

/** Most pending bytes of a partition; a single record may be larger. */
const ROOM_BYTES = 64 * 1024 * 1024

/** How long records are kept that are in the store, since they were appended: nodes follow the log every second. */
const KEPT_MS = 10_000

/** Epoch microseconds beyond all samples. */
const EVER = { from: -(2 ** 62), to: 2 ** 62 }

/**
 * The shared log of samples, in the control database. Every statement is one transaction. `node` identifies this node's
 * session; two logs in one process are two nodes.
 */
export function openPostgresLog(
  databaseUrl: string,
  node: string = randomUUID(),
  patience?: Patience,
): SharedLog {
  const { ask, change, close } = openLogPool(databaseUrl, patience)
  const stops: (() => Promise<void>)[] = []
  /** Where untrimmed records begin, by partition. Where a failover brought some back, they stay until a restart. */
  const trimmed = new Map<number, string>()

  /** Rejects with {@link LeaseLost} if the statement found no row, because its lease has ended. */
  async function held<Row>(lease: Lease, found: Promise<Row[]>): Promise<Row[]> {
    const rows = await found
    if (rows.length === 0) throw new LeaseLost(lease)
    return rows
  }

  function askHeld<Row>(lease: Lease, name: string, text: string, ...values: unknown[]) {
    return held(lease, ask<Row>(name, text, [...leased(lease), ...values]))
  }

  return {
    async start(highest) {
      const [row] = await ask<{ started: boolean }>('is_started', sql.IS_STARTED)
      if (row?.started) return
      if (!highest) throw notStarted()
      const values = [String(await highest()), LEASE_MS]
      const [asked] = await change<{ alone: boolean }>('start', sql.START, values)
      if (asked?.alone) throw unavailable(new Error(ALONE))
    },
    async append(partition, { bytes, versions, runs, extent }) {
      const { organizations, things = [], earliest, latest } = extent
      const [row] = await change<AppendRow>('append', sql.APPEND, [
        ...[partition, versions, bytes.length, ROOM_BYTES, runs, organizations, things],
        ...[earliest, latest, bytes],
      ])
      if (!row?.started) throw notStarted()
      if (!row.appended) throw full()
    },
    async takeVersion(partition) {
      const [row] = await ask<{ version: string }>('take_version', sql.TAKE_VERSION, [partition])
      if (!row) throw notStarted()
      return BigInt(row.version)
    },
    async raise(partition, version) {
      await ask('raise', sql.RAISE, [partition, String(version)])
    },
    async progress() {
      const rows = await ask<ProgressRow>('progress', sql.PROGRESS)
      return rows.map(({ tail, applied, ...row }) => ({
        ...{ ...row, tail: BigInt(tail), applied: BigInt(applied) },
      }))
    },
    async pendingOf(behind, { organization, things, range = EVER }) {
      const rows = await ask<PendingRow>('pending', sql.PENDING, [
        behind.map(({ partition }) => partition),
        behind.map(({ applied }) => String(applied)),
        behind.map(({ tail }) => String(tail)),
        behind.map(({ applied, parked }) => (parked > 0 ? '0' : String(applied))),
        ...[organization, things ?? null, range.from, range.to].map(whole),
      ])
      return rows.map(
        ({ partition, end }): Pending => ({
          partition,
          end: end === null ? undefined : BigInt(end),
        }),
      )
    },
    async follow(partition, from, most) {
      const rows = await ask<FollowRow>('follow', sql.FOLLOW, [partition, String(from), most])
      return recordsOf(rows, (record, { previous, organizations, things }) => {
        return { ...record, previous: BigInt(previous), organizations, things }
      })
    },
    async hurry(partitions) {
      await ask('hurry', sql.HURRY, [partitions])
    },
    async beat(canStore = true, declined = []) {
      await ask('alive', sql.ALIVE, [node, LEASE_MS, canStore, declined])
      const renewedFrom = performance.now()
      const own = await ask<LeaseRow>('keep', sql.KEEP, [node, LEASE_MS])
      const kept = own.filter((row) => row.kept)
      const taken = await ask<LeaseRow>('take', sql.TAKE, [node, LEASE_MS, kept.length])
      const leases = [...kept, ...taken].map(({ partition, token }) => {
        return { partition, token: BigInt(token) }
      })
      const mine = new Set(leases.map(({ partition }) => partition))
      const states = await ask<StateRow>('states', sql.STATES, [LEASE_MS])
      return {
        ...{ leases, renewedFrom },
        partitions: states.map(({ lag, tail, applied, ...state }) => ({
          ...{ ...state, mine: mine.has(state.partition), lagSeconds: Math.max(0, lag) },
          ...{ tail: BigInt(tail), applied: BigInt(applied) },
        })),
      }
    },
    async trim() {
      const known = [[...trimmed.keys()], [...trimmed.values()]]
      const rows = await ask<TrimRow>('trim', sql.TRIM, [node, KEPT_MS, ...known])
      for (const { partition, upTo } of rows) trimmed.set(partition, upTo)
    },
    clockAhead: () =>
      clockAhead(async () => (await ask<{ now: number }>('clock', sql.CLOCK))[0]?.now ?? 0),
    async release() {
      await ask('release', sql.RELEASE, [node])
    },
    async plan(lease, limit, anew): Promise<Batch | undefined> {
      const size = [limit.bytes, limit.runs, limit.records, anew]
      const values = [...leased(lease), ...size]
      const [plan] = await held(lease, change<PlanRow>('plan', sql.PLAN, values))
      if (!plan?.to) return undefined
      const { from, to, more, repeats, batch: token } = plan
      const rows = await ask<RecordRow>('batch', sql.BATCH, [lease.partition, from, to])
      const records = await recordsOf(rows, itself)
      // A later flusher has stored or parked some of them.
      if (records.length < plan.records) throw new LeaseLost(lease)
      return { from: BigInt(from), to: BigInt(to), token, records, more, repeats }
    },
    async finish(lease, { from, to }) {
      const values = [...leased(lease), String(from), String(to)]
      const [row] = await held(lease, change<{ moved: boolean }>('finish', sql.FINISH, values))
      return row?.moved === true
    },
    async fail(lease, { from }) {
      await askHeld(lease, 'fail', sql.FAIL, String(from))
    },
    async park(lease, { position, end }) {
      await askHeld(lease, 'park', sql.PARK, String(position), String(end))
    },
    async parked(lease, except = []) {
      const rows = await askHeld<RecordRow>(lease, 'parked', sql.PARKED, except.map(String))
      return (await recordsOf(rows, itself))[0]
    },
    async unpark({ partition, token }, { position }) {
      await ask('unpark', sql.UNPARK, [partition, String(token), String(position)])
    },
    listen(onSignal) {
      stops.push(listenForSignals(databaseUrl, onSignal))
    },
    async close() {
      await Promise.all(stops.map((stop) => stop()))
      await close()
    },
  }
}

interface AppendRow {
  readonly started: boolean
  readonly appended: boolean
}

interface ProgressRow {
  readonly partition: number
  readonly tail: string
  readonly applied: string
  readonly parked: number
  readonly failing: boolean
}

interface PendingRow {
  readonly partition: number
  readonly end: string | null
}

interface LeaseRow {
  readonly partition: number
  readonly token: string
  readonly kept?: boolean
}

interface StateRow {
  readonly partition: number
  readonly pendingBytes: number
  readonly tail: string
  readonly applied: string
  readonly parked: number
  readonly isHeld: boolean
  readonly lag: number
}

interface TrimRow {
  readonly partition: number
  readonly upTo: string
}

interface FollowRow extends RecordRow {
  readonly previous: string
  readonly organizations: readonly number[]
  readonly things: readonly number[]
}

interface PlanRow {
  readonly from: string
  /** Null if nothing is pending. */
  readonly to: string | null
  readonly batch: string
  readonly records: number
  readonly more: boolean
  readonly repeats: boolean
}

const leased = ({ partition, token }: Lease) => [partition, String(token)]

const itself = (record: LoggedRecord) => record

/** Integers beyond 2^53 as texts without an exponent. */
function whole(value: unknown): unknown {
  return typeof value === 'number' ? String(BigInt(Math.trunc(value))) : value
}

function notStarted(): Problem {
  return unavailable(new NotStarted())
}

function full(): Problem {
  const detail =
    'Samples arrive faster than the telemetry store takes them. Send the call again: what is stored of it is overwritten.'
  return new Problem('unavailable', { detail, retryAfter: 1 })
}
