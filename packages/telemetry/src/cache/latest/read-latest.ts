import { inSlices } from '@sluice/runtime'
import type { LatestByThing, LatestRow } from './latest-rows.ts'

/** By FINAL, which costs less here than sorting and LIMIT BY. The lower half of a rank is the version. */
const statement = `
  SELECT thing, metric, toUnixTimestamp64Micro(time), number, text, toString(toUInt64(rank)) FROM latest FINAL
  WHERE organization = {organization:UInt32} AND thing IN {things:Array(UInt32)}`

type Row = [
  ...[thing: number, metric: number, time: number],
  ...[number: number | null, text: string, version: string],
]

/** Rows of a SELECT that reads few of them by a table's key. */
export type LookUp = (sql: string, params: Record<string, unknown>) => Promise<unknown[][]>

/** What the table says of some things. Those without samples are left out. */
export async function readLatest(
  lookUp: LookUp,
  organization: number,
  things: readonly number[],
): Promise<LatestByThing> {
  if (things.length === 0) return new Map()
  return inSlices(rowsByThing((await lookUp(statement, { organization, things })) as Row[]))
}

/** Rows between two looks at the clock. */
const ROWS_A_YIELD = 1024

function* rowsByThing(rows: readonly Row[]): Generator<void, LatestByThing> {
  const byThing = new Map<number, Map<number, LatestRow>>()
  for (const [i, [thing, metric, time, number, text, version]] of rows.entries()) {
    if (i % ROWS_A_YIELD === 0) yield
    const known = byThing.get(thing)
    const latest = { time, number, text, version }
    if (known) known.set(metric, latest)
    else byThing.set(thing, new Map([[metric, latest]]))
  }
  return byThing
}
