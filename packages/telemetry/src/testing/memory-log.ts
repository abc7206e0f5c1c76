import { unavailable } from '../unavailable.ts'
import {
  type Batch,
  type Extent,
  type Lease,
  LeaseLost,
  type LoggedRecord,
  NotStarted,
  PARTITIONS,
  type SharedLog,
  type Signal,
} from '../write/shared/shared-log.ts'
import type { BarrierScope } from '../write/wal/barrier-scope.ts'

interface Kept extends LoggedRecord {
  readonly previous: bigint
  readonly extent: Extent
  readonly runs: number
  parked: boolean
}

const upTo = (most: number) => BigInt(Math.floor(Math.random() * most))

/**
 * Offsets are random: the store deduplicates batches by them, and tests that run at once share the store. Equal ones
 * would drop the samples of one of them.
 */
function partition() {
  const begin = upTo(2 ** 48)
  return {
    ...{ head: begin, tail: begin, applied: begin, planned: begin, token: 0n, failing: false },
    batch: 0n,
    holder: undefined as object | undefined,
    records: [] as Kept[],
    /** Records that are in the store. */
    done: [] as Kept[],
  }
}

/**
 * A log shared by nodes in one process: for tests without a database, with the contract of the real one.
 *
 * @param keeps how many records stay after they are in the store
 */
export function memoryLogs(clock: () => number = Date.now, keeps: () => number = () => 100) {
  const partitions = Array.from({ length: PARTITIONS }, partition)
  const listeners = new Set<(signal: Signal) => void>()
  let started = false
  /** Nodes that flush, and whether they can store. */
  const living = new Map<object, boolean>()

  const of = (index: number) => partitions[index] as ReturnType<typeof partition>
  const tell = (signal: Signal) => {
    for (const listener of listeners) queueMicrotask(() => listener(signal))
  }
  // Versions are nanoseconds. Many tests stop the clock at the same time, and their offsets must differ anyway.
  const apart = upTo(1e6)
  const versionOf = (head: bigint) => {
    const now = BigInt(clock()) * 1_000_000n + apart
    return head > now ? head : now
  }
  function held(lease: Lease) {
    const own = of(lease.partition)
    if (own.token !== lease.token) throw new LeaseLost(lease)
    return own
  }
  function tellApplied({ partition: index }: Lease): void {
    const { applied, records } = of(index)
    const parked = records.filter((record) => record.parked).length
    tell({ kind: 'applied', partition: index, applied, parked })
  }
  const unparked = (records: readonly Kept[]) => records.filter(({ parked }) => !parked)

  /** One node's view of the log. `takesLeases: false` is for a node that only reads and writes. */
  function node({ takesLeases = true } = {}): SharedLog {
    const me = {}
    const own: ((signal: Signal) => void)[] = []
    return {
      async start(highest) {
        if (started) return
        if (!highest) throw unavailable(new NotStarted())
        const floor = await highest()
        for (const each of partitions) if (each.head <= floor) each.head = floor + 1n + upTo(1e9)
        started = true
      },
      async append(index, { bytes, versions, runs, extent }) {
        if (!started) throw unavailable(new NotStarted())
        const into = of(index)
        const position = versionOf(into.head)
        const end = position + BigInt(versions)
        const previous = into.tail
        into.head = end
        into.tail = end
        into.records.push({ previous, position, end, bytes, runs, extent, parked: false })
      },
      async takeVersion(index) {
        if (!started) throw unavailable(new NotStarted())
        const from = of(index)
        from.head = versionOf(from.head) + 1n
        return from.head
      },
      async raise(index, version) {
        const own = of(index)
        if (own.head <= version) own.head = version + 1n
      },
      async progress() {
        return partitions.map(({ tail, applied, failing, records }, index) => {
          const parked = records.filter((record) => record.parked).length
          return { partition: index, tail, applied, parked, failing }
        })
      },
      async pendingOf(behind, scope) {
        return behind.flatMap(({ partition: index, tail }) => {
          const found = of(index).records.filter(
            ({ end, extent, parked }) => (parked || end <= tail) && concerns(extent, scope),
          )
          if (found.some(({ parked }) => parked)) return { partition: index, end: undefined }
          return found.length === 0 ? [] : { partition: index, end: found.at(-1)?.end }
        })
      },
      async follow(index, from, most) {
        const { done, records } = of(index)
        const found = [...done, ...records]
          .filter(({ position }) => position >= from)
          .sort((a, b) => (a.position < b.position ? -1 : 1))
        const size = found.reduce((sum, { bytes }) => sum + bytes.length, 0)
        return size > most
          ? []
          : found.map(({ extent: { organizations, things = [] }, ...record }) => {
              return { ...record, organizations, things }
            })
      },
      async hurry(indexes) {
        for (const index of indexes) tell({ kind: 'hurry', partition: index })
      },
      async beat(canStore = true, declined = []) {
        if (takesLeases) living.set(me, canStore)
        const mayHold = takesLeases && (canStore || ![...living.values()].includes(true))
        for (const [index, each] of partitions.entries()) {
          const mayHoldThis = mayHold && !declined.includes(index)
          if (each.holder === me && !mayHoldThis) each.holder = undefined
          if (each.holder || !mayHoldThis) continue
          each.holder = me
          each.token += 1n
        }
        const leases = partitions.flatMap(({ holder, token }, index) =>
          holder === me ? { partition: index, token } : [],
        )
        const states = partitions.map(({ holder, records, tail, applied }, index) => ({
          ...{ partition: index, mine: holder === me, isHeld: holder !== undefined, tail, applied },
          lagSeconds: records.length > 0 ? 1 : 0,
          pendingBytes: records.reduce((sum, { bytes }) => sum + bytes.length, 0),
          parked: records.filter(({ parked }) => parked).length,
        }))
        return { leases, partitions: states, renewedFrom: performance.now() }
      },
      // What is in the store is kept by number instead.
      async trim() {},
      clockAhead: async () => 0,
      async release() {
        living.delete(me)
        for (const each of partitions) if (each.holder === me) each.holder = undefined
      },
      async plan(lease, limit, anew): Promise<Batch | undefined> {
        const from = held(lease)
        const repeats = from.planned > from.applied
        const noted = !anew && repeats ? from.planned : undefined
        let [bytes, runs] = [0, 0]
        const records = unparked(from.records).filter(({ end, ...record }, i) => {
          const isIn = noted
            ? end <= noted
            : bytes < limit.bytes && runs < limit.runs && i < limit.records
          bytes += record.bytes.length
          runs += record.runs
          return isIn
        })
        const to = records.at(-1)?.end
        if (to === undefined) return undefined
        if (noted === undefined) from.batch = upTo(2 ** 48)
        from.planned = to
        const token = `${from.applied}-${to}-${from.batch}`
        return { from: from.applied, to, token, records, more: to < from.tail, repeats }
      },
      async finish(lease, { from, to }) {
        const of = held(lease)
        if (of.applied !== from || of.planned !== to) return false
        of.applied = to
        of.failing = false
        const isPending = ({ end, parked }: Kept) => parked || end > to
        const stored = [...of.done, ...of.records.filter((record) => !isPending(record))]
        of.done = stored.slice(Math.max(0, stored.length - keeps()))
        of.records = of.records.filter(isPending)
        tellApplied(lease)
        return true
      },
      async fail(lease, { from }) {
        const of = held(lease)
        if (of.applied === from) of.failing = true
      },
      async park(lease, { position, end }) {
        const from = held(lease)
        if (from.applied > position) return
        for (const record of from.records) if (record.position === position) record.parked = true
        Object.assign(from, { applied: end, planned: end, failing: false })
        tellApplied(lease)
      },
      async parked(lease, except = []) {
        return held(lease).records.find(({ parked, position }) => {
          return parked && !except.includes(position)
        })
      },
      async unpark(lease, { position }) {
        const from = held(lease)
        from.records = from.records.filter((record) => record.position !== position)
      },
      listen(onSignal) {
        listeners.add(onSignal)
        own.push(onSignal)
      },
      async close() {
        for (const listener of own) listeners.delete(listener)
      },
    }
  }
  /** As if a process had begun to write alone. */
  function end(): void {
    started = false
  }
  return { node, partitions, end }
}

/** Whether a record may have samples that a statement reads. */
function concerns(
  { organizations, things, earliest, latest }: Extent,
  { organization, things: wanted, range }: BarrierScope,
): boolean {
  if (!organizations.includes(organization)) return false
  if (things && wanted && !wanted.some((thing) => things.includes(thing))) return false
  return !range || (earliest < range.to && latest >= range.from)
}
