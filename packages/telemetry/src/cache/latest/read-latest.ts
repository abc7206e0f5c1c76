import { finite, type NativeBlock } from '@sluice/clickhouse'
import { getOrMake, inSlices } from '@sluice/runtime'
import { eachRow } from '../../query/buckets/read-rows.ts'
import type { SampleStore } from '../../store.ts'
import type { LatestByThing, LatestRow } from './latest-rows.ts'

/** By FINAL, which costs less here than sorting and LIMIT BY. The lower half of a rank is the version. */
const statement = `
  SELECT thing, metric, toUnixTimestamp64Micro(time), number, text, toString(toUInt64(rank)) FROM latest FINAL
  WHERE organization = {organization:UInt32} AND thing IN {things:Array(UInt32)}`

type Columns = readonly [
  ...[things: Float64Array, metrics: Float64Array, times: Float64Array, numbers: Float64Array],
  ...[texts: readonly string[], versions: readonly string[]],
]

/** What the table says of some things. Those without samples are left out. */
export async function readLatest(
  queryBlocks: SampleStore['queryBlocks'],
  organization: number,
  things: readonly number[],
): Promise<LatestByThing> {
  if (things.length === 0) return new Map()
  return inSlices(byThing(await queryBlocks(statement, { organization, things }, { as: 'few' })))
}

function* byThing(blocks: readonly NativeBlock[]): Generator<void, LatestByThing> {
  const found = new Map<number, Map<number, LatestRow>>()
  for (const { rows, columns } of blocks) {
    const [things, metrics, times, numbers, texts, versions] = columns as unknown as Columns
    yield* eachRow({ first: 0, end: rows }, (row) => {
      const own = getOrMake(found, things[row] ?? 0, () => new Map<number, LatestRow>())
      own.set(metrics[row] ?? 0, {
        time: times[row] ?? 0,
        number: finite(numbers[row]),
        text: texts[row] ?? '',
        version: versions[row] ?? '0',
      })
    })
  }
  return found
}
