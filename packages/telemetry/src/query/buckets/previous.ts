import type { NativeBlock, NativeTuples } from '@sluice/clickhouse'
import { inSlices } from '@sluice/runtime'
import type { SampleStore } from '../../store.ts'
import { readSpans } from '../pages/spans.ts'
import type { Pairs } from '../pairs.ts'
import type { Range } from '../plan/range.ts'
import { filteredSamples } from '../series-filter.ts'
import { isNumber } from '../stored-value.ts'
import type { ByLine } from './by-line.ts'
import { eachRow, ROWS_PER_YIELD } from './read-rows.ts'
import type { Sample } from './runs.ts'

const statement = `
  WITH toUnixTimestamp64Micro(time) AS t
  SELECT thing, metric, argMax((t, number), t) ${filteredSamples} AND ${isNumber}
  GROUP BY thing, metric`

/** Width of the first span to search. */
const FIRST_MICROS = 3600e6

interface Wanted {
  readonly organization: number
  readonly groups: Pairs['groups']
}

/** Adds the last number of each missing line in a range to those found already, searching backwards from its end. */
export async function findPrevious(
  store: SampleStore,
  { organization, groups }: Wanted,
  range: Range,
  found: ByLine<Sample>,
): Promise<void> {
  let missing = await inSlices(missingOf(groups, found))
  if (missing.things.length === 0) return
  const read = (span: Range) => store.queryBlocks(statement, { organization, ...missing, ...span })
  for await (const blocks of readSpans(range, { first: FIRST_MICROS, order: 'desc' }, read)) {
    await inSlices(add(blocks, found))
    missing = await inSlices(missingOf(groups, found))
    if (missing.things.length === 0) break
  }
}

/** The things and metrics of lines that are still missing. */
function* missingOf(
  groups: Pairs['groups'],
  found: ByLine<Sample>,
): Generator<void, { things: number[]; metrics: number[] }> {
  const things: number[] = []
  const missing = new Set<number>()
  let looked = 0
  for (const { things: alike, metrics } of groups) {
    for (const thing of alike) {
      looked += metrics.size
      if (looked > ROWS_PER_YIELD) {
        looked = 0
        yield
      }
      const none = [...metrics].filter((metric) => found.get(thing, metric) === undefined)
      if (none.length > 0) things.push(thing)
      for (const metric of none) missing.add(metric)
    }
  }
  return { things, metrics: [...missing] }
}

function* add(blocks: readonly NativeBlock[], found: ByLine<Sample>): Generator<void, void> {
  for (const { rows, columns } of blocks) {
    const [things, metrics, { elements }] = columns as [Float64Array, Float64Array, NativeTuples]
    const [times, values] = elements as [Float64Array, Float64Array]
    yield* eachRow({ first: 0, end: rows }, (row) => {
      const sample = { time: times[row] ?? 0, value: values[row] ?? 0 }
      found.getOrMake(things[row] ?? 0, metrics[row] ?? 0, () => sample)
    })
  }
}
