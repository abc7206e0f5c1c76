import type { Aggregate, Fill } from '@sluice/contract'
import { isoOf } from '@sluice/runtime'
import type { Bucket } from '@sluice/telemetry/testing'
import { type Choose, pointsOf, type Range, type Sample, sampleAt } from '../model/series.ts'
import { type MetricKey, type Thing, valueTypes } from '../model/thing.ts'
import { aggregateTogether } from './aggregate.ts'
import { cut, startsOf } from './buckets.ts'
import type { Cell, Cells } from './cells.ts'
import { filled } from './fill.ts'

/** A metric's aggregate, as `metrics` names it. */
export interface Column {
  readonly key: MetricKey
  readonly aggregate: Aggregate
}

export interface BucketQuestion {
  readonly range: Range
  readonly interval: string
  readonly timezone: string
  readonly columns: readonly Column[]
  readonly fill: Fill
  /** In microseconds. */
  readonly maxGap: number
}

/** What raw samples of a thing come to. `prefix` tells things apart. */
export function rawCells(
  thing: Thing,
  keys: readonly MetricKey[],
  range: Range,
  choose: Choose,
  {
    prefix = '',
    holds = () => true,
  }: { readonly prefix?: string; readonly holds?: (t: number) => boolean } = {},
): Cells {
  const cells: Cells = new Map()
  for (const key of keys) {
    for (const { t, value } of thing.series[key].samples(range, choose)) {
      if (holds(t)) cells.set(`${isoOf(t)} ${prefix}${key}`, value)
    }
  }
  return cells
}

/** A line of buckets: of a thing, or of several together. */
interface Line {
  readonly name: string
  readonly things: readonly Thing[]
  readonly columns: readonly Column[]
}

/** What a question by interval is answered with. Rows are named, so that one too few or too many shows. */
export function bucketCells(
  lines: readonly Line[],
  { range, interval, timezone, fill, maxGap }: BucketQuestion,
  choose: Choose,
): Cells {
  const starts = startsOf(interval, timezone, range)
  const rows = starts.slice(0, -1)
  const inhabited = new Set<number>()
  const columns: [name: string, values: Cell[]][] = []
  for (const { name, things, columns: wanted } of lines) {
    for (const { key, aggregate } of wanted) {
      const each = having(things, key).map((thing) => {
        const samples = thing.series[key].samples(range, choose)
        return { samples, buckets: cut(pointsOf(samples), starts, range) }
      })
      for (const { buckets } of each) {
        for (const [i, { own }] of buckets.entries()) if (own.length > 0) inhabited.add(i)
      }
      const values = rows.map((_, i) => {
        const own = each
          .map(({ buckets }) => buckets[i])
          .filter((bucket) => (bucket?.own.length ?? 0) > 0)
        if (own.length === 0) return null
        if (aggregate === 'count')
          return own.reduce((sum, bucket) => sum + (bucket?.own.length ?? 0), 0)
        if (aggregate === 'first' || aggregate === 'last') {
          return endOf(
            each.map(({ samples }) => samples),
            own as Bucket[],
            aggregate,
            key,
          )
        }
        return aggregateTogether(aggregate, own as Bucket[])
      })
      columns.push([`${name}${key}:${aggregate}`, filled(rows, values, { fill, maxGap })])
    }
  }
  const cells: Cells = new Map()
  for (const [i, start] of rows.entries()) {
    if (fill === 'none' && !inhabited.has(i)) continue
    const time = isoOf(start)
    cells.set(`${time} row`, true)
    for (const [name, values] of columns) {
      const value = values[i] ?? null
      if (value !== null) cells.set(`${time} ${name}`, value)
    }
  }
  return cells
}

/** Those of some things that have a metric: what the others measured before their type lost it counts nowhere. */
export function having(things: readonly Thing[], key: MetricKey): Thing[] {
  return things.filter(({ metrics }) => metrics.includes(key))
}

/** The value at the first or last time of a bucket: of any thing that has a sample then. */
function endOf(
  all: readonly (readonly Sample[])[],
  buckets: readonly Bucket[],
  end: 'first' | 'last',
  key: MetricKey,
): Cell {
  const times = buckets.map(({ own }) => (end === 'first' ? own[0]?.t : own.at(-1)?.t) ?? 0)
  const time = end === 'first' ? Math.min(...times) : Math.max(...times)
  const values = all.flatMap((samples) => sampleAt(samples, time) ?? [])
  const typed = values.map((value) => (valueTypes[key] === 'boolean' ? Boolean(value) : value))
  return typed.length === 1 ? (typed[0] ?? null) : { anyOf: typed }
}
