import { TupleParam } from '@clickhouse/client'
import { DAY, dayOf } from '../rollups/rules.ts'
import type { ThingNumbers } from '../thing-numbers.ts'
import {
  type DeletingStore,
  hasRows,
  type Removal,
  removeForGood,
  removeRows,
} from './remove-rows.ts'

/** Metrics of all things, and the time before which their samples expire. */
export type Expiry = readonly {
  readonly organization: number
  readonly metric: number
  /** Epoch microseconds, on a UTC day boundary. */
  readonly before: number
}[]

/** Whose turn it is when all organizations' samples are removed together. */
const OWNER = 'all organizations'

const METRICS = '(organization, metric) IN {metrics:Array(Tuple(UInt32, UInt32))}'

/** The time before which a row's metric expires. */
const END = `transform(
  bitOr(bitShiftLeft(toUInt64(organization), 32), toUInt64(metric)), {keys:Array(UInt64)}, {ends:Array(Int64)},
  toInt64(-9223372036854775808))`

// A statement's cost depends on the number of parts. So one covers metrics with different ends, and `latest` prunes
// partitions.
const OLD = `${METRICS} AND time < fromUnixTimestamp64Micro({latest:Int64}, 'UTC')
  AND toUnixTimestamp64Micro(time) < ${END}`

const OLD_DAYS = `${METRICS} AND day < {latestDay:Int32} AND toInt64(day) * ${DAY} < ${END}`

/**
 * Rollups follow the samples, so that those computed meanwhile go, too. Rollups that come still later are marked by the
 * roller. Marks go last, once they are as old as samples may get: an erasure that still needs them is not.
 */
const old = {
  samples: OLD,
  latest: OLD,
  rollups: OLD_DAYS,
  touched: `${OLD_DAYS} AND toUnixTimestamp64Milli(at) * 1000 < ${END}`,
}

/**
 * Removes samples from all answers before it resolves. If there were any, `forget` is called to tell all nodes, also when the rest
 * fails: the next run may find nothing more.
 */
export async function expireOld(
  store: DeletingStore,
  expiry: Expiry,
  forget: () => Promise<void>,
): Promise<void> {
  const latest = Math.max(...expiry.map(({ before }) => before))
  const params = {
    metrics: expiry.map(({ organization, metric }) => new TupleParam([organization, metric])),
    keys: expiry.map(({ organization, metric }) => (BigInt(organization) << 32n) | BigInt(metric)),
    ends: expiry.map(({ before }) => before),
    ...{ latest, latestDay: dayOf(latest) },
  }
  let any = false
  try {
    await removeFound(store, { parts: old, params }, (removal) => {
      any = true
      // The next run removes what is left.
      return removeRows(store, removal)
    })
  } finally {
    if (any) await forget()
  }
}

const GONE = '(organization, thing) IN {things:Array(Tuple(UInt32, UInt32))}'
const gone = { samples: GONE, latest: GONE, rollups: GONE, touched: GONE }

/** Removes everything about things that accept no more samples. */
export async function eraseThings(
  store: DeletingStore,
  things: readonly ThingNumbers[],
): Promise<void> {
  const params = {
    things: things.map(({ organization, thing }) => new TupleParam([organization, thing])),
  }
  await removeFound(store, { parts: gone, params }, (removal) => removeForGood(store, removal))
}

interface Removals {
  /** The condition of the rows to remove, by table. */
  readonly parts: Readonly<Record<string, string>>
  readonly params: Readonly<Record<string, unknown>>
}

/** On most days there is nothing to remove. Looking first costs less than a statement that touches every part. */
async function removeFound(
  store: DeletingStore,
  { parts, params }: Removals,
  remove: (removal: Removal) => Promise<void>,
): Promise<void> {
  for (const [table, rows] of Object.entries(parts)) {
    const removal = { table, rows, params, owner: OWNER }
    if (await hasRows(store, removal)) await remove(removal)
  }
}
