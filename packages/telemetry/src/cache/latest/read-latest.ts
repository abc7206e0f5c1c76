import type { NativeBlock } from '@sluice/clickhouse'
import { getOrMake, inSlices } from '@sluice/runtime'
import { eachRow } from '../../query/buckets/read-rows.ts'
import type { SampleStore } from '../../store.ts'
import { LatestRows } from './latest-rows.ts'

/** FINAL costs less here than sorting and LIMIT BY. The low half of a rank is the version. */
const statement = `
  SELECT thing, metric, toUnixTimestamp64Micro(time), number, text, toUInt32(bitShiftRight(rank, 32)), toUInt32(rank)
  FROM latest FINAL
  WHERE organization = {organization:UInt32} AND thing IN {things:Array(UInt32)}`

type Columns = readonly [
  ...[things: Float64Array, metrics: Float64Array, times: Float64Array, numbers: Float64Array],
  ...[texts: readonly string[], highs: Float64Array, lows: Float64Array],
]

/** Reads the latest values of some things. Things without samples are left out. Rejects with `TooManyBytes`. */
export async function readLatest(
  queryBlocks: SampleStore['queryBlocks'],
  organization: number,
  things: readonly number[],
): Promise<Map<number, LatestRows>> {
  if (things.length === 0) return new Map()
  const blocks = await queryBlocks(statement, { organization, things }, { as: 'few' })
  return inSlices(byThing(blocks))
}

function* byThing(blocks: readonly NativeBlock[]): Generator<void, Map<number, LatestRows>> {
  const found = new Map<number, LatestRows>()
  for (const { rows, columns } of blocks) {
    const [things, metrics, times, numbers, texts, highs, lows] = columns as unknown as Columns
    yield* eachRow({ first: 0, end: rows }, (row) => {
      const own = getOrMake(found, things[row] ?? 0, () => new LatestRows())
      const version = { high: highs[row] ?? 0, low: lows[row] ?? 0 }
      own.offer(metrics[row] ?? 0, times[row] ?? 0, numbers[row] ?? 0, texts[row] ?? '', version)
    })
  }
  return found
}
