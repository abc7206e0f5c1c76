import { isoOf } from '@sluice/runtime'
import { reference } from '@sluice/telemetry/testing'
import type { Control } from '../model/control.ts'
import { type Choose, pointsOf, type Range, type Sample } from '../model/series.ts'
import { type MetricKey, type Thing, valueTypes } from '../model/thing.ts'
import { type Cell, type Cells, nearly } from './cells.ts'
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
      put(`${name} value`, extreme)
      put(`${name} time`, isoOf(own.find(({ v }) => v === extreme)?.t ?? 0))
    }
    for (const name of computed) put(name, nearly(reference[name](bucket)))
    const averages = each
      .map(pointsOf)
      .filter((points) => points.length > 0)
      .map((points) => reference.twa({ own: points, all: points, ...range }) ?? 0)
    put('twa', nearly(averages.reduce((sum, average) => sum + average, 0) / averages.length))
  }
  return cells
}

/** A node's clock says how much of a range is over, and may be this far off. */
const CLOCKS = 6 * 3600e6

/** The share of the expected intervals that hold a sample. */
function coverageOf(
  each: readonly (readonly Sample[])[],
  { from, to }: Range,
  { expectedSeconds }: Control,
): Cell {
  if (expectedSeconds === null) return null
  if (to > Date.now() * 1000 - CLOCKS) return { anyOf: [] }
  const width = expectedSeconds * 1e6
  const slotsOf = (samples: readonly Sample[]) =>
    new Set(samples.map(({ t }) => Math.floor((t - from) / width))).size
  const held = each.reduce((sum, samples) => sum + slotsOf(samples), 0)
  const all = Math.ceil((to - from) / width) * each.length
  return all === 0 ? null : nearly(held / all)
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
