import { isoOf } from '@sluice/runtime'
import { reference } from '@sluice/telemetry/testing'
import type { Control } from '../model/control.ts'
import { type Choose, lowerBound, pointsOf, type Range, type Sample } from '../model/series.ts'
import { type MetricKey, type Thing, valueTypes } from '../model/thing.ts'
import { aggregateOf, aggregateTogether } from './aggregate.ts'
import type { Cell, Cells } from './cells.ts'
import { having } from './evaluate.ts'

const computed = ['avg', 'sum', 'stddev', 'p50', 'p90', 'p95', 'p99'] as const

/** What a state holds of the samples of a range, and what its samples are expected to be. */
export interface Summed {
  readonly keys: readonly MetricKey[]
  readonly range: Range
  readonly choose: Choose
  readonly control: Control
  /** Tells things and groups apart. */
  readonly prefix?: string
}

/** What a summary of a thing, or of several together, says. */
export function summaryCells(
  things: readonly Thing[],
  { keys, range, choose, control, prefix = '' }: Summed,
): Cells {
  const cells: Cells = new Map()
  for (const key of keys) {
    const each = having(things, key).map((thing) => thing.series[key].samples(range, choose))
    const all = each.flat().sort((a, b) => a.t - b.t)
    const put = (name: string, value: Cell) => cells.set(`${prefix}${key} ${name}`, value)
    put('count', all.length)
    put('coverage', key === 'level' ? coverageOf(each, range, control) : null)
    if (all.length === 0) continue
    putTimed(cells, `${prefix}${key} first`, all, all[0]?.t ?? 0)
    putTimed(cells, `${prefix}${key} last`, all, all.at(-1)?.t ?? 0)
    if (valueTypes[key] === 'string') continue
    const own = pointsOf(all)
    const bucket = { own, all: own, ...range }
    for (const name of ['min', 'max'] as const) {
      const extreme = reference[name](bucket)
      put(`${name} value`, aggregateOf(name, bucket))
      put(`${name} time`, isoOf(own.find(({ v }) => v === extreme)?.t ?? 0))
    }
    for (const name of computed) put(name, aggregateOf(name, bucket))
    const buckets = each
      .map(pointsOf)
      .filter((points) => points.length > 0)
      .map((points) => ({ own: points, all: points, ...range }))
    put('twa', aggregateTogether('twa', buckets))
  }
  return cells
}

/** A node's clock says how much of a range is over, and may be this far off. */
const CLOCKS = 6 * 3600e6

/** The share of the expected intervals that hold a sample, of those that have begun by any clock that a node may have. */
export function coverageOf(
  each: readonly (readonly Sample[])[],
  { from, to }: Range,
  { expectedSeconds }: Pick<Control, 'expectedSeconds'>,
  now = Date.now() * 1000,
): Cell {
  if (expectedSeconds === null || each.length === 0) return null
  const width = expectedSeconds * 1e6
  const held = each
    .flatMap((samples) => [...new Set(samples.map(({ t }) => Math.floor((t - from) / width)))])
    .sort((a, b) => a - b)
  const begunAt = (clock: number) => Math.max(0, Math.ceil((Math.min(to, clock) - from) / width))
  const least = begunAt(now - CLOCKS)
  const shares = Array.from({ length: begunAt(now + CLOCKS) - least + 1 }, (_, i) => {
    const begun = least + i
    return begun === 0 ? null : Math.min(1, lowerBound(held, begun) / (begun * each.length))
  })
  return shares.length === 1 ? (shares[0] ?? null) : { anyOf: [...new Set(shares)] }
}

/** The latest sample of each metric; metrics without one are left out. */
export function recentCells(
  things: readonly Thing[],
  choose: Choose,
  { expectedSeconds }: Control,
  prefix = '',
): Cells {
  const cells: Cells = new Map()
  const whole = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }
  const keys = new Set(things.flatMap(({ metrics }) => [...metrics]))
  for (const key of keys) {
    const latest = having(things, key).flatMap(
      (thing) => thing.series[key].samples(whole, choose).at(-1) ?? [],
    )
    if (latest.length === 0) continue
    putTimed(cells, `${prefix}${key}`, latest, Math.max(...latest.map(({ t }) => t)))
    cells.set(`${prefix}${key} mayBeStale`, key === 'level' && expectedSeconds !== null)
  }
  return cells
}

function putTimed(cells: Cells, name: string, samples: readonly Sample[], t: number): void {
  const values = samples.filter((sample) => sample.t === t).map(({ value }) => value)
  cells.set(`${name} time`, isoOf(t))
  cells.set(`${name} value`, values.length === 1 ? (values[0] ?? null) : { anyOf: values })
}
