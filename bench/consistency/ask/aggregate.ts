import type { Aggregate } from '@sluice/contract'
import { type Bucket, type Point, reference } from '@sluice/telemetry/testing'
import { type Cell, type Near, nearly } from './cells.ts'

const levels: { readonly [Name in Aggregate]?: number } = {
  p50: 0.5,
  p90: 0.9,
  p95: 0.95,
  p99: 0.99,
}

/** Of the two samples between which a percentile lies. */
const PERCENTILE = 1e-12

/** Both sides round once for each term, and once for each of a few steps more. */
const [ROUNDINGS, STEPS] = [4, 10]

/**
 * What an answer may say of a bucket: the very number where an aggregate selects one, and otherwise one that rounding explains. A
 * sum of n numbers is off by at most n roundings of their absolute sum, whatever the order and the parts that it is added in.
 */
export function aggregateOf(aggregate: Aggregate, bucket: Bucket): Cell {
  const value = reference[aggregate](bucket)
  if (value === null || aggregate === 'count') return value
  if (aggregate === 'first' || aggregate === 'last') return value
  // Zero has no sign: which zero is the least depends on who computes it.
  if (aggregate === 'min' || aggregate === 'max') return value + 0
  return nearly(value, roundingOf(aggregate, bucket))
}

/** Growth of several things adds up, their time-weighted averages are averaged; all else is of their samples together. */
export function aggregateTogether(aggregate: Aggregate, buckets: readonly Bucket[]): Cell {
  const [first, ...others] = buckets
  if (!first) return null
  if (others.length === 0) return aggregateOf(aggregate, first)
  if (aggregate !== 'delta' && aggregate !== 'rate' && aggregate !== 'twa') {
    const own = buckets.flatMap((bucket) => bucket.own)
    return aggregateOf(aggregate, { ...first, own, all: own })
  }
  const each = buckets.flatMap((bucket) => {
    const value = reference[aggregate](bucket)
    return value === null ? [] : [{ near: value, within: roundingOf(aggregate, bucket) }]
  })
  return each.length === 0 ? null : added(each, aggregate === 'twa' ? each.length : 1)
}

function added(all: readonly Near[], divisor: number): Near | null {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
  const total = sum(all.map(({ near }) => near))
  const size = sum(all.map(({ near }) => Math.abs(near) * Number.EPSILON * (all.length + STEPS)))
  return nearly(total / divisor, (size + sum(all.map(({ within }) => within))) / divisor)
}

/** The most that rounding may make of an aggregate of numbers. */
function roundingOf(aggregate: Aggregate, bucket: Bucket): number {
  const { own, all, from, to } = bucket
  const level = levels[aggregate]
  if (level !== undefined) return PERCENTILE * largestAround(level, own)
  // Rounded before they are added, so that what is added does not exceed a double.
  const rounding = Number.EPSILON * ROUNDINGS * (all.length + STEPS)
  const rounded = (points: readonly Point[]) =>
    points.map(({ t, v }) => ({ t, v: Math.abs(v) * rounding }))
  const sized = { own: rounded(own), all: rounded(all), from, to }
  switch (aggregate) {
    case 'stddev':
      return Math.sqrt(sized.own.reduce((sum, { v }) => sum + v ** 2, 0) / own.length)
    case 'delta':
      return growthOf(sized.all)
    case 'rate':
      return growthOf(sized.all) / (((all.at(-1)?.t ?? 0) - (all[0]?.t ?? 0)) / 1e6)
    default:
      return reference[aggregate](sized) ?? 0
  }
}

/** Of steps, which are at most as large as the two numbers between which they are. */
function growthOf(sized: readonly Point[]): number {
  return 2 * sized.reduce((sum, { v }) => sum + v, 0)
}

function largestAround(level: number, points: readonly Point[]): number {
  const ascending = points.map(({ v }) => v).sort((a, b) => a - b)
  const rank = level * (ascending.length - 1)
  const around = [ascending[Math.floor(rank)] ?? 0, ascending[Math.ceil(rank)] ?? 0]
  return Math.max(...around.map(Math.abs))
}
