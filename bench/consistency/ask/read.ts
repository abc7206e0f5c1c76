import type { Value } from '../model/act.ts'
import type { Cells } from './cells.ts'
import { Table } from './tables.ts'

type Values = Record<string, (Value | null)[]>
interface SeriesPage {
  readonly interval: string | null
  readonly timezone: string | null
  /** Of several things. */
  readonly things?: number
  readonly timestamps: string[]
  readonly values: Values | null
  readonly byThing?: Record<string, Values> | null
  readonly byGroup?: readonly { readonly group: string | null; readonly values: Values }[] | null
}
interface Timed {
  readonly timestamp: string
  readonly value: Value
}
type MetricSummary = Record<string, number | null | Timed>
type Recent = Timed & { readonly stale: boolean | null }
interface ListPage<Metric> {
  /** Of several things. */
  readonly things?: number
  readonly metrics: Record<string, Metric> | null
  readonly byThing?: Record<string, Record<string, Metric>> | null
  readonly byGroup?:
    | readonly {
        readonly group: string | null
        readonly things: number
        readonly metrics: Record<string, Metric>
      }[]
    | null
}

/** Pages of a series, one after the other. A row that comes again shows as one. */
export function readSeriesPages(pages: readonly unknown[], rowNames: boolean): Cells {
  const cells: Cells = new Map()
  const put = (name: string, value: Value) => {
    if (cells.has(name)) cells.set(`${name} again`, value)
    cells.set(name, value)
  }
  for (const page of pages as (SeriesPage | Table)[]) {
    if (page instanceof Table) {
      putTable(put, page, rowNames)
      continue
    }
    for (const time of rowNames ? page.timestamps : []) put(`${time} row`, true)
    for (const [owner, values] of ownersOf(page)) {
      for (const [column, list] of Object.entries(values)) {
        for (const [i, value] of list.entries()) {
          if (value !== null) put(`${page.timestamps[i]} ${owner}${column}`, value)
        }
      }
    }
  }
  return cells
}

/** What pages of buckets say of their axis and of how many things they are, each once. */
export function readAxis(pages: readonly unknown[]): Cells {
  const own = pages.filter((page) => !(page instanceof Table)) as SeriesPage[]
  const cells: Cells = new Map()
  for (const name of ['interval', 'timezone', 'things'] as const) {
    const said = new Set(own.map((page) => page[name]).filter((one) => one !== undefined))
    if (said.size > 0) cells.set(name, [...said].join())
  }
  return cells
}

function ownersOf({ values, byThing, byGroup }: SeriesPage): (readonly [string, Values])[] {
  if (byThing) return Object.entries(byThing).map(([id, own]) => [`${id} `, own])
  if (byGroup) return byGroup.map(({ group, values: own }) => [`${group} `, own])
  return [['', values ?? {}]]
}

/** A table of several has no row where none of them has a value, so that its rows have no names. */
function putTable(
  put: (name: string, value: Value) => void,
  { times, owners, columns }: Table,
  rowNames: boolean,
): void {
  for (const [row, time] of times.entries()) {
    if (rowNames && !owners) put(`${time} row`, true)
    const owner = owners ? `${owners[row]} ` : ''
    for (const [name, cells] of columns) {
      const value = cells[row] ?? null
      if (value !== null) put(`${time} ${owner}${name}`, value)
    }
  }
}

const plain = ['count', 'avg', 'sum', 'stddev', 'p50', 'p90', 'p95', 'p99', 'twa']

export function readSummary(page: unknown, isComputed: (metric: string) => boolean): Cells {
  const cells = thingsIn(page as ListPage<MetricSummary>)
  for (const [prefix, metrics] of groupsOf(page as ListPage<MetricSummary>)) {
    for (const [metric, summary] of Object.entries(metrics)) {
      const name = `${prefix}${metric}`
      cells.set(`${name} count`, summary.count as number)
      cells.set(`${name} coverage`, summary.coverage as number | null)
      if (summary.count === 0) continue
      const timed = isComputed(metric) ? ['first', 'last', 'min', 'max'] : ['first', 'last']
      for (const end of timed) putTimed(cells, `${name} ${end}`, summary[end] as Timed | null)
      if (!isComputed(metric)) continue
      for (const figure of plain)
        cells.set(`${name} ${figure}`, (summary[figure] as number) ?? null)
    }
  }
  return cells
}

export function readRecent(page: unknown): Cells {
  const cells = thingsIn(page as ListPage<Recent>)
  for (const [prefix, metrics] of groupsOf(page as ListPage<Recent>)) {
    for (const [metric, timed] of Object.entries(metrics)) {
      putTimed(cells, `${prefix}${metric}`, timed)
      // Whether it is stale depends on the node's clock.
      cells.set(`${prefix}${metric} mayBeStale`, timed.stale !== null)
    }
  }
  return cells
}

/** How many things an answer, and each of its groups, says that it is about. */
function thingsIn({ things, byGroup }: ListPage<unknown>): Cells {
  const groups = (byGroup ?? []).map((one) => [`${one.group} things`, one.things] as const)
  return new Map([...(things === undefined ? [] : [['things', things] as const]), ...groups])
}

function groupsOf<Metric>({ metrics, byThing, byGroup }: ListPage<Metric>) {
  if (byGroup) return byGroup.map(({ group, metrics: own }) => [`${group} `, own] as const)
  if (!byThing) return [['', metrics ?? {}] as const]
  return Object.entries(byThing).map(([thing, own]) => [`${thing} `, own] as const)
}

function putTimed(cells: Cells, name: string, timed: Timed | null): void {
  cells.set(`${name} time`, timed?.timestamp ?? null)
  cells.set(`${name} value`, timed?.value ?? null)
}
