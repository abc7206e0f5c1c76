import type { PlaceSeries } from '@sluice/contract'
import { memberOf } from '#data/member-of.ts'
import { unitSymbol } from '#format/units.ts'
import { texts } from '#texts/explore.ts'
import { lineToken } from './line-colors.ts'
import { asBefore, type Line, lineOf, type Part, partsOf } from './lines.ts'
import { mostThings, type Question } from './question.ts'
import type { ShownAs } from './shown-as.ts'
import { momentsOf, type Stretch, stretchesOf } from './states.ts'
import { type Stats, secondsOf, statsOf } from './stats.ts'
import type { Measuring } from './use-measuring.ts'
import type { ExploredMetric } from './use-metrics.ts'

/** Everything loaded so far for the charts of a question. */
export interface Drawing {
  readonly question: Question
  readonly measuring: Measuring
  readonly isCrowd: boolean
  /** Whether the crowd has too many things to look for outliers. */
  readonly isTooLarge: boolean
  /** Ids of the outliers, by metric. */
  readonly outliers: ReadonlyMap<string, readonly string[]>
  readonly groupNames: (id: string) => string
  readonly series: PlaceSeries | undefined
  readonly states: PlaceSeries | undefined
  /** The series of the outliers. */
  readonly far: PlaceSeries | undefined
  readonly before: PlaceSeries | undefined
  /** Statistics for the legends: of the lines, of the outliers, and of the previous period. */
  readonly stats: PlaceSeries | undefined
  readonly farStats: PlaceSeries | undefined
  readonly statsBefore: PlaceSeries | undefined
  /** The average of each thing of a crowd. */
  readonly spread: PlaceSeries | undefined
  /** Whether lines have a band from lowest to highest. */
  readonly hasBand: boolean
  /** Epoch milliseconds. */
  readonly now: number
}

export interface StateRow {
  readonly id: string
  readonly label: string
  readonly stretches: readonly Stretch[]
}

/** The contents of one metric's chart. */
export interface ChartData {
  readonly lines: readonly Line[]
  /** Lines of the previous period. */
  readonly before: readonly Line[]
  /** Shown instead of lines: the states of each thing over time. */
  readonly rows: readonly StateRow[] | undefined
  /** Whether it has only samples that satisfy a condition. */
  readonly isFiltered: boolean
  readonly shown: ShownAs
  /** Seconds of a bucket; undefined for raw samples. */
  readonly bucket: number | undefined
  readonly statsOf: (id: string) => Stats | undefined
  readonly statsBefore: (id: string) => Stats | undefined
  /** Says what is left out and which things stand out. */
  readonly notes: readonly string[]
}

export function drawingOf(drawing: Drawing, metric: ExploredMetric, shown: ShownAs): ChartData {
  const { question, isCrowd, series } = drawing
  const isStates =
    metric.valueKind === 'text' || (shown.isOnOff && question.groupBy === 'thing' && !isCrowd)
  const all = isStates ? undefined : linesOf(drawing, metric)
  const length = series ? Date.parse(series.to) - Date.parse(series.from) : 0
  const before = all && drawing.before ? linesBefore(drawing, drawing.before, metric, length) : []
  const rows = isStates ? rowsOf(drawing, metric) : undefined
  return {
    lines: all?.slice(0, mostThings) ?? [],
    before,
    rows,
    isFiltered: isFiltered(drawing),
    shown,
    bucket: series?.interval ? secondsOf(series.interval) : undefined,
    statsOf: (id) => {
      const isFar = isCrowd && id !== ''
      return statsIn(drawing, isFar ? drawing.farStats : drawing.stats, metric, id)
    },
    statsBefore: (id) => statsIn(drawing, drawing.statsBefore, metric, id),
    notes: notesOf(drawing, metric, all?.length ?? 0, rows),
  }
}

function isFiltered({ question }: Drawing): boolean {
  return question.where !== undefined
}

function linesOf(drawing: Drawing, metric: ExploredMetric): Line[] {
  const { series, far, isCrowd, measuring, outliers, hasBand } = drawing
  const own = series ? wanted(drawing, partsOf(series), metric) : []
  const lines = own.map((part, i) => {
    const label = isCrowd ? texts.groups.allOf(measuring.total) : labelOf(drawing, part.id)
    const color = colorOf(drawing, part.id, i)
    const named = { id: part.id, label, color, hasBand, isFiltered: isFiltered(drawing) }
    return lineOf(named, series?.timestamps ?? [], part.values, metric)
  })
  const ids = isCrowd ? (outliers.get(metric.key) ?? []) : []
  const byThing = far?.byThing ?? {}
  const outlying = ids.flatMap((id, i) => {
    const values = memberOf(byThing, id)
    const named = { id, label: labelOf(drawing, id), color: lineToken(i + 1), hasBand: false }
    return values && far ? [lineOf(named, far.timestamps, values, metric)] : []
  })
  return [...lines, ...outlying]
}

function linesBefore(
  drawing: Drawing,
  before: PlaceSeries,
  metric: ExploredMetric,
  length: number,
): Line[] {
  return wanted(drawing, partsOf(before), metric)
    .slice(0, mostThings)
    .map((part, i) => {
      const label = texts.notes.before(labelOf(drawing, part.id))
      const color = colorOf(drawing, part.id, i)
      const named = { id: part.id, label, color, hasBand: false, isFiltered: isFiltered(drawing) }
      return asBefore(lineOf(named, before.timestamps, part.values, metric), length / 1000)
    })
}

/** The parts of an answer that are still selected and have the metric; things are in the order of selection. */
function wanted({ question, measuring, isCrowd }: Drawing, parts: Part[], { key }: ExploredMetric) {
  if (question.groupBy !== 'thing' || isCrowd) return parts
  const byId = new Map(parts.map((part) => [part.id, part]))
  return measuring.things.flatMap(({ id, metrics }) => {
    const part = metrics.includes(key) ? byId.get(id) : undefined
    return part ? [part] : []
  })
}

function rowsOf(drawing: Drawing, metric: ExploredMetric): StateRow[] {
  const answer = metric.valueKind === 'text' ? drawing.states : drawing.series
  if (!answer) return []
  const range = { from: Date.parse(answer.from) / 1000, to: Date.parse(answer.to) / 1000 }
  const each = { ...drawing, isCrowd: false, question: { ...drawing.question, groupBy: 'thing' } }
  return wanted(each, partsOf(answer), metric)
    .slice(0, mostThings)
    .map(({ id, values }) => {
      const own = values[`${metric.key}:avg`] ?? memberOf(values, metric.key) ?? []
      const stretches = isFiltered(drawing)
        ? momentsOf(answer.timestamps, own, metric)
        : stretchesOf(answer.timestamps, own, metric, range)
      return { id, label: labelOf(each, id), stretches }
    })
}

function labelOf({ question, measuring, groupNames }: Drawing, id: string): string {
  if (question.groupBy !== 'thing') return groupNames(id)
  const name = measuring.things.find((thing) => thing.id === id)?.name ?? id
  const isShared = measuring.things.some((other) => other.name === name && other.id !== id)
  return isShared ? `${name} (${id})` : name
}

/** A thing has the same colour on every chart, whichever others have the metric. */
function colorOf({ question, measuring }: Drawing, id: string, index: number): string {
  if (question.groupBy !== 'thing') return lineToken(index)
  const chosen = question.things.indexOf(id)
  const found = measuring.things.findIndex((thing) => thing.id === id)
  return lineToken([chosen, found, index].find((place) => place >= 0) ?? 0)
}

function statsIn(
  { measuring, now }: Drawing,
  answer: PlaceSeries | undefined,
  metric: ExploredMetric,
  id: string,
): Stats | undefined {
  const part = answer && partsOf(answer).find((one) => one.id === id)
  if (!part) return undefined
  const { interval, from, to, byThing, byGroup, things } = answer
  const group = byGroup?.find((one) => (one.group ?? '') === id)
  const times = { interval, from: Date.parse(from), to: Date.parse(to), now }
  const members = byGroup ? group?.things : things
  return statsOf(part, metric, times, byThing ? 1 : having(measuring, metric, members))
}

/** How many of a group's things have a metric; undefined if that is not known. */
function having({ things, total }: Measuring, { key }: ExploredMetric, members = total) {
  const count = things.filter(({ metrics }) => metrics.includes(key)).length
  if (count === things.length) return members
  return members === things.length ? count : undefined
}

function notesOf(
  drawing: Drawing,
  metric: ExploredMetric,
  lines: number,
  rows: readonly StateRow[] = [],
): string[] {
  const { units } = metric
  const mixed = units?.map((unit) => unitSymbol(unit) || texts.notes.noUnit)
  return [
    ...(mixed ? [texts.notes.mixed(mixed.join(', '))] : []),
    ...notesOnLines(drawing, metric, lines, rows),
  ]
}

function notesOnLines(
  drawing: Drawing,
  metric: ExploredMetric,
  lines: number,
  rows: readonly StateRow[],
): string[] {
  const { isCrowd, spread, measuring, outliers, series, question } = drawing
  const { total } = measuring
  const hasStates = rows.some(({ stretches }) => stretches.length > 0)
  const isListed = hasStates && isFiltered(drawing) && question.view === 'chart'
  if (metric.valueKind === 'text' && total > mostThings) {
    return [texts.notes.firstThings(mostThings, total)]
  }
  if (!isCrowd) {
    const { firstLines, firstGroups } = texts.notes
    const first = question.groupBy === 'thing' ? firstLines : firstGroups
    return [
      ...(lines > mostThings ? [first(mostThings, lines)] : []),
      ...(isListed ? [texts.notes.listed] : []),
    ]
  }
  if (!series) return []
  if (!spread?.byThing) {
    return drawing.isTooLarge ? [texts.notes.tooMany] : []
  }
  // Things whose types lack the metric have no column.
  const columns = Object.values(spread.byThing).flatMap((own) => {
    const column = own[`${metric.key}:avg`]
    return column ? [column] : []
  })
  const silent = columns.filter((column) => column.every((value) => value === null))
  const far = outliers.get(metric.key)?.length ?? 0
  return [
    texts.notes.far(far),
    ...(silent.length > 0 ? [texts.notes.silent(silent.length, columns.length)] : []),
  ]
}
