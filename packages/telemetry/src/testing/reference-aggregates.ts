import type { Aggregate } from '@sluice/contract'
import { isoOf } from '@sluice/runtime'

/** A number at a time in epoch microseconds. */
export interface Point {
  readonly t: number
  readonly v: number
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

function percentile(p: number) {
  return (points: readonly Point[]) => {
    const values = points.map(({ v }) => v).sort((a, b) => a - b)
    const rank = (p / 100) * (values.length - 1)
    const [low, high] = [values[Math.floor(rank)] ?? 0, values[Math.ceil(rank)] ?? 0]
    return low + (high - low) * (rank - Math.floor(rank))
  }
}

/** The growth of a counter along some points. */
function growth(points: readonly Point[]): number {
  return sum(
    points.slice(1).map(({ v }, i) => (v < (points[i]?.v ?? 0) ? v : v - (points[i]?.v ?? 0))),
  )
}

export interface Bucket {
  readonly own: readonly Point[]
  /** With the last point before the bucket. */
  readonly all: readonly Point[]
  readonly from: number
  readonly to: number
}

/** Microseconds per unit of an area, about a second: what exceeds a double is no area in microseconds. */
const WEIGHT = 2 ** 20

/** The average weighted by time, walking from point to point. */
function timeWeighted({ own, all, from, to }: Bucket): number {
  const carried = all.length > own.length
  const start = carried ? from : (own[0]?.t ?? from)
  let area = 0
  for (const [i, { t, v }] of all.entries()) {
    const begin = Math.max(t, start)
    const end = Math.min(all[i + 1]?.t ?? to, to)
    area += v * ((end - begin) / WEIGHT)
  }
  return area / ((to - start) / WEIGHT)
}

const values = ({ own }: Bucket) => own.map(({ v }) => v)
const mean = (bucket: Bucket) => sum(values(bucket)) / bucket.own.length

/** Naive implementations of all aggregates over lists of points, with which tests compare the store's answers. */
export const reference: Record<Aggregate, (bucket: Bucket) => number | null> = {
  avg: mean,
  min: (bucket) => Math.min(...values(bucket)),
  max: (bucket) => Math.max(...values(bucket)),
  sum: (bucket) => sum(values(bucket)),
  count: ({ own }) => own.length,
  first: ({ own }) => own[0]?.v ?? null,
  last: ({ own }) => own.at(-1)?.v ?? null,
  stddev: (bucket) => {
    const average = mean(bucket)
    const squares = values(bucket).map((value) => (value - average) ** 2)
    return bucket.own.length < 2 ? null : Math.sqrt(sum(squares) / (bucket.own.length - 1))
  },
  p50: ({ own }) => percentile(50)(own),
  p90: ({ own }) => percentile(90)(own),
  p95: ({ own }) => percentile(95)(own),
  p99: ({ own }) => percentile(99)(own),
  delta: ({ all }) => (all.length < 2 ? null : growth(all)),
  rate: ({ all }) => {
    const seconds = ((all.at(-1)?.t ?? 0) - (all[0]?.t ?? 0)) / 1e6
    return all.length < 2 ? null : growth(all) / seconds
  },
  twa: timeWeighted,
}

/** Points of a range in buckets of equal width, by their start. */
export function bucketsOf(
  points: readonly Point[],
  { from, to }: { from: number; to: number },
  width: number,
): Map<string, Bucket> {
  const groups = Map.groupBy(points, ({ t }) => Math.floor(t / width) * width)
  return new Map(
    [...groups].map(([start, own]) => {
      const before = points.filter(({ t }) => t < start).slice(-1)
      const bounds = { from: Math.max(from, start), to: Math.min(to, start + width) }
      return [isoOf(start), { own, all: [...before, ...own], ...bounds }]
    }),
  )
}
