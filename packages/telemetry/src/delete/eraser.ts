import { type ClickHouseClient, ClickHouseError, type ClickHouseSettings } from '@clickhouse/client'
import type { Layout } from '@sluice/clickhouse'
import { DAY, dayOf } from '../rollups/rules.ts'
import { type AllReplicas, allReplicas } from '../write/all-replicas.ts'
import type { Writer } from '../write/writer.ts'
import { DAYS, RANGE, SERIES, VERSION_OF_LATEST } from './erased-range.ts'
import { type ErasedStore, refillLatest, settleLatest } from './latest-left.ts'

/** The samples of a thing from `from` until before `to`, epoch microseconds; of some metrics, else of all. */
export interface Erasure {
  readonly organization: number
  readonly thing: number
  readonly metrics: readonly number[] | undefined
  readonly from: number
  readonly to: number
  /** Only rows of lower versions: what was written since it began stays. Without it, a version is taken now. */
  readonly below?: bigint
}

const BELOW = 'version < {below:UInt64}'
const BELOW_IN_LATEST = `${VERSION_OF_LATEST} < {below:UInt64}`

/** Marks the days that have something to erase. Rollups of other days stay true. */
const MARK = `
  INSERT INTO touched (organization, thing, metric, day)
  WITH toUnixTimestamp64Micro(time) AS t
  SELECT DISTINCT organization, thing, metric, toInt32(intDiv(t - positiveModulo(t, toInt64(${DAY})), toInt64(${DAY})))
  FROM samples WHERE ${RANGE}`

/** Marks the same days again once the samples are gone: a rollup made meanwhile may hold them. */
const MARK_AGAIN = `
  INSERT INTO touched (organization, thing, metric, day)
  SELECT DISTINCT organization, thing, metric, day FROM touched WHERE ${SERIES} AND ${DAYS}`

interface Options {
  readonly client: ClickHouseClient
  readonly layout: Layout
  readonly writer: Pick<Writer, 'drained' | 'takeVersion'>
}

/**
 * Removes samples from every answer before it resolves. All versions of a sample go, so none comes back by
 * a merge.
 *
 * What it costs follows what is erased, however much the thing has besides: of the rest only the sample before the range is
 * read, of metrics whose latest sample lay in it. These are refilled before the latest values go, so that hardly a question finds
 * none, and again afterwards, since a merge may have dropped the older ones.
 *
 * A write of this process that is under way makes two inserts, samples and latest values, and may be
 * between them. If its samples came before the first statement, its latest values may still follow: so
 * these are erased only after waiting for such writes. If its latest values came first and were erased, its
 * samples may still follow: so the refill waits as well. A sample that arrives after the erasure began may
 * stay, in every answer alike. Another erasure of the thing may run at the same time, from any node: what it and the refill leave
 * behind is looked for. The days are marked as late writes are, so that no rollup with these samples counts: first
 * while it is known which days these are, and again at the end.
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
  for (const partition of partitionsOf(erasure)) {
    await store.remove('samples', `${RANGE} AND ${BELOW}`, {}, partition)
  }
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
      // A refill like one before it is no repetition: what that one wrote was erased since.
      replicas.insert((settings) => run(query, params, { insert_deduplicate: 0, ...settings })),
    remove: (table: string, rows: string, params = {}, partition = '') =>
      // Waits until the rows are gone on every replica.
      run(`DELETE FROM ${layout.rowsOf(table)}${partition} WHERE ${rows}`, params, {
        lightweight_deletes_sync: '2',
      }),
  } satisfies ErasedStore
}

/** ClickHouse's number of the error: a statement ran for longer than one may. */
const TOO_LONG = '159'

/** Marks the days of a range; of its halves, where there is too much in it for one statement. */
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

/**
 * Erasures of fewer years than this name their partitions: a statement touches every part of the partitions
 * that it is for.
 */
const NAMED_YEARS = 3

/**
 * The clauses that name the partitions of a range, by the partition rule of `samples`; none for a long
 * range.
 */
function partitionsOf({ from, to }: Pick<Erasure, 'from' | 'to'>): string[] {
  const [first, last] = [from, to - 1].map((micros) =>
    Math.max(new Date(Math.floor(micros / 1000)).getUTCFullYear(), 1970),
  ) as [number, number]
  if (last - first >= NAMED_YEARS) return ['']
  return Array.from({ length: last - first + 1 }, (_, i) => ` IN PARTITION ${first + i}`)
}
