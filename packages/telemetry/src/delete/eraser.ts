import { type ClickHouseClient, ClickHouseError, type ClickHouseSettings } from '@clickhouse/client'
import type { Layout } from '@sluice/clickhouse'
import { DAY, dayOf } from '../rollups/rules.ts'
import { VERSION_OF_LATEST } from '../schema.ts'
import type { ThingNumbers } from '../thing-numbers.ts'
import { type AllReplicas, allReplicas } from '../write/all-replicas.ts'
import type { Writer } from '../write/writer.ts'
import { DAYS, RANGE, SERIES } from './erased-range.ts'
import { type ErasedStore, refillLatest, settleLatest } from './latest-left.ts'
import { removeForGood, removeRows } from './remove-rows.ts'

/** The samples of a thing from `from` to before `to` (epoch microseconds), of some metrics or all. */
export interface Erasure extends ThingNumbers {
  readonly metrics: readonly number[] | undefined
  readonly from: number
  readonly to: number
  /** Erases only rows with lower versions, so later writes stay. By default a version is taken now. */
  readonly below?: bigint
}

const BELOW = 'version < {below:UInt64}'
const BELOW_IN_LATEST = `${VERSION_OF_LATEST} < {below:UInt64}`

/** Marks the days that have something to erase. Rollups of other days stay valid. */
const MARK = `
  INSERT INTO touched (organization, thing, metric, day)
  WITH toUnixTimestamp64Micro(time) AS t
  SELECT DISTINCT organization, thing, metric, toInt32(intDiv(t - positiveModulo(t, toInt64(${DAY})), toInt64(${DAY})))
  FROM samples WHERE ${RANGE}`

/** Marks the same days again after the samples are gone: a rollup computed meanwhile may include them. */
const MARK_AGAIN = `
  INSERT INTO touched (organization, thing, metric, day)
  SELECT DISTINCT organization, thing, metric, day FROM touched WHERE ${SERIES} AND ${DAYS}`

interface Options {
  readonly client: ClickHouseClient
  readonly layout: Layout
  readonly writer: Pick<Writer, 'drained' | 'takeVersion'>
}

/**
 * Removes samples from all answers before it resolves. All versions of a sample are removed, so a merge brings none
 * back.
 *
 * The cost depends on what is erased, however much else the thing has. Of the rest, only the sample before the range is
 * read, for metrics whose latest sample was in the range. Those latest values are refilled before they are removed, so
 * that hardly any query misses them, and again afterwards, since a merge may have dropped the older ones.
 *
 * A concurrent write of this process makes two inserts, samples and latest values, and may be between them. If its
 * samples came before the first statement, its latest values may still follow: so these are removed only after waiting
 * for such writes. If its latest values came first and were removed, its samples may still follow: so the refill waits
 * as well. A sample that arrives after the erasure began may stay, in all answers alike. Another erasure of the thing
 * may run at the same time on any node, so stale latest values are looked for at the end. Days are marked as by late
 * writes, so that no rollup with these samples counts: first while it is known which days these are, and again at the
 * end.
 */
export async function eraseSamples(
  { client, layout, writer }: Options,
  { metrics = [], below, ...erasure }: Erasure & { readonly below: bigint },
): Promise<void> {
  const days = { firstDay: dayOf(erasure.from), lastDay: dayOf(erasure.to - 1) }
  const replicas = await allReplicas({ client, layout })
  const params = { ...erasure, ...days, metrics, below: String(below) }
  const store = storeOf({ client, layout, replicas }, params)
  await markIn(store, erasure)
  await replicas.readable()
  await store.remove('samples', `${RANGE} AND ${BELOW}`, {}, partitionsOf(erasure))
  const scope = { organization: erasure.organization, things: [erasure.thing] }
  await writer.drained(scope)
  await refillLatest(store)
  await store.remove('latest', `${RANGE} AND ${BELOW_IN_LATEST}`)
  await writer.drained(scope)
  await settleLatest(store, async () => {
    const version = await writer.takeVersion(erasure)
    await writer.drained(scope)
    return version
  })
  await store.remove('rollups', `${SERIES} AND ${DAYS}`)
  await store.insert(MARK_AGAIN)
  await replicas.readable()
}

interface Tables extends Pick<Options, 'client' | 'layout'> {
  readonly replicas: AllReplicas
}

function storeOf({ client, layout, replicas }: Tables, bound: Record<string, unknown>) {
  const owner = String(bound.organization)
  const run = async (query: string, params = {}, settings: ClickHouseSettings = {}) => {
    await client.command({
      query,
      query_params: { ...bound, ...params },
      clickhouse_settings: { wait_end_of_query: 1, ...settings },
    })
  }
  return {
    async query<Row>(query: string, params = {}): Promise<Row[]> {
      const query_params = { ...bound, ...params }
      const found = await client.query({ query, query_params, format: 'JSONCompact' })
      return (await found.json<Row>()).data
    },
    insert: (query: string, params = {}) =>
      // Deduplication is off: a refill equal to an earlier one is not a repetition, since its rows have been removed in
      // between.
      replicas.insert((settings) => run(query, params, { insert_deduplicate: 0, ...settings })),
    remove(table: string, rows: string, params = {}, partitions?: readonly string[]) {
      const removal = { table, rows, params: { ...bound, ...params }, partitions, owner }
      // Rollups may be made again meanwhile; marks decide whether they count.
      return table === 'rollups'
        ? removeRows({ client, layout }, removal)
        : removeForGood({ client, layout }, removal)
    },
  } satisfies ErasedStore
}

/** ClickHouse's error code TIMEOUT_EXCEEDED. */
const TOO_LONG = '159'

/** Marks the days of a range, in halves if it is too much for one statement. */
async function markIn(store: ErasedStore, { from, to }: Pick<Erasure, 'from' | 'to'>) {
  try {
    await store.insert(MARK, { from, to })
  } catch (cause) {
    if (!(cause instanceof ClickHouseError && cause.code === TOO_LONG) || to - from < 2) throw cause
    const middle = Math.floor((from + to) / 2)
    await markIn(store, { from, to: middle })
    await markIn(store, { from: middle, to })
  }
}

/** Erasures of up to this many years name their partitions. */
const NAMED_YEARS = 3

/** The partitions of a range, by the partition key of `samples`; undefined for a long range. */
function partitionsOf({ from, to }: Pick<Erasure, 'from' | 'to'>): string[] | undefined {
  const [first, last] = [from, to - 1].map((micros) =>
    Math.max(new Date(Math.floor(micros / 1000)).getUTCFullYear(), 1970),
  ) as [number, number]
  if (last - first >= NAMED_YEARS) return undefined
  return Array.from({ length: last - first + 1 }, (_, i) => String(first + i))
}
