'use client'

import type { Aggregate, Call, PlaceSeries } from '@sluice/contract'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import type { Span } from '#range/span.ts'
import { periodBefore, spanOf } from '#range/time-text.ts'
import { type ChartData, type Drawing, drawingOf } from './drawing.ts'
import { type Lack, lackOf } from './lack.ts'
import { outliersOf } from './outliers.ts'
import { mostThings, type Question } from './question.ts'
import {
  columnsOf,
  drawnQuery,
  isCrowd,
  legendQuestion,
  mostLines,
  shownInterval,
  spreadQuery,
  statesQuery,
} from './series-query.ts'
import { shownAs } from './shown-as.ts'
import { useGroupNames } from './use-group-names.ts'
import type { Measuring } from './use-measuring.ts'
import type { ExploredMetric } from './use-metrics.ts'
import { whereFaults } from './where-faults.ts'

/** How often a live chart is refreshed. */
const LIVE_MILLIS = 5000

export interface Explored {
  /** The range of the answer; undefined until there is one, or a refusal of the condition. */
  readonly range: Span | undefined
  /** Width of the buckets; null for raw samples. */
  readonly interval: string | null
  /** The aggregate of the buckets. */
  readonly aggregate: Aggregate
  /** Whether the chosen interval was too narrow for the range. */
  readonly isWidened: boolean
  readonly hasBand: boolean
  readonly chartOf: (metric: ExploredMetric) => ChartData
  /** Whether the range has more data than the answer. */
  readonly isCut: boolean
  /** Number of samples before downsampling; undefined if all are shown. */
  readonly thinnedFrom: number | undefined
  /** Whether the data shown still belongs to the previous question. */
  readonly isOutdated: boolean
  /** What the API says about the condition, if it refused it. */
  readonly whereFaults: readonly string[] | undefined
  readonly error: unknown
  readonly retry: () => void
  readonly lacks: Lack | undefined
}

interface Asked {
  readonly question: Question
  readonly measuring: Measuring
  readonly metrics: readonly ExploredMetric[]
  readonly zone: string
  /** How many buckets fit the charts; 0 until their width is known. */
  readonly points: number
}

/**
 * Loads the chosen metrics: first the series that are drawn, then the statistics of the legends, which for averages is
 * the same query. For a crowd it also loads the average of each thing, to find the outliers.
 */
export function useExplored({ question, measuring, metrics, zone, points }: Asked): Explored {
  const { things, total } = measuring
  const crowd = isCrowd(question, total, mostThings)
  const found = things.slice(0, mostThings).map(({ id }) => id)
  const drawn = metrics.filter(({ valueKind }) => valueKind !== 'text').map(({ key }) => key)
  const states = metrics.filter(({ valueKind }) => valueKind === 'text').map(({ key }) => key)
  const own = crowd ? { ...question, groupBy: 'none' } : question
  const lines = mostLines(own, total)
  const asked = { question: own, found, zone, points, lines }
  const mayAsk = points > 0 && things.length > 0
  const mayDraw = mayAsk && drawn.length > 0

  const query = drawnQuery(asked, drawn)
  const series = useSeries(mayDraw ? query : undefined, question)
  // What belongs to lines that are no longer drawn must not stay beside new ones.
  const isKept = series.isPlaceholderData
  const byThing = { ...question, things: found, groupBy: 'thing' }
  const ofStates = statesQuery({ ...asked, question: byThing, lines: found.length }, states)
  const stateSeries = useSeries(mayAsk && states.length > 0 ? ofStates : undefined, question)
  const isThere = mayDraw && series.data !== undefined
  const told = drawnQuery({ ...asked, question: legendQuestion(own) }, drawn)
  // Averages are of all samples, so a legend of filtered ones has none.
  const hasStats = isThere && question.where === undefined
  const stats = useSeries(hasStats ? told : undefined, question, isKept)

  const answered = series.isPlaceholderData ? undefined : series.data && rangeOf(series.data)
  const before = question.isCompared ? beforeOf(question, answered) : undefined
  const isCompared = isThere && before !== undefined
  // While live, the period before moves on its own.
  const isBeforeKept = isKept || question.isLive
  const seriesBefore = useSeries(
    isCompared ? { ...query, ...before } : undefined,
    question,
    isBeforeKept,
  )
  const statsBefore = useSeries(
    hasStats && isCompared ? { ...told, ...before } : undefined,
    question,
    isBeforeKept,
  )

  const ofSpread = crowd ? spreadQuery(question, total, drawn) : undefined
  const spread = useSeries(isThere ? ofSpread : undefined, question, isKept)
  const outliers = crowd ? outliersIn(spread.data, drawn) : new Map<string, string[]>()
  const far = [...new Set([...outliers.values()].flat())]
  const ofFar = { ...asked, found: far, lines: far.length }
  const named = { ...question, things: far, groupBy: 'thing' }
  const hasFar = isThere && far.length > 0
  const farSeries = useSeries(
    hasFar ? drawnQuery({ ...ofFar, question: named }, drawn) : undefined,
    question,
    isKept,
  )
  const farStats = useSeries(
    hasFar ? drawnQuery({ ...ofFar, question: legendQuestion(named) }, drawn) : undefined,
    question,
    isKept,
  )
  const groupNames = useGroupNames(question.groupBy, series.data)
  const hasBand = bandIn(own, things.length)
  const drawing: Drawing = {
    ...{ question, measuring, outliers, groupNames, hasBand },
    now: stats.dataUpdatedAt,
    ...{ isCrowd: crowd, isTooLarge: crowd && ofSpread === undefined },
    ...{ series: series.data, states: stateSeries.data, far: farSeries.data },
    ...{ stats: stats.data, farStats: farStats.data, spread: spread.data },
    ...{ before: before && seriesBefore.data, statsBefore: before && statsBefore.data },
  }
  const charts = new Map<string, ChartData>()
  const chartOf = (metric: ExploredMetric) => {
    const chart = charts.get(metric.key) ?? drawingOf(drawing, metric, shownAs(metric, own))
    charts.set(metric.key, chart)
    return chart
  }
  const answers = [series.data, stateSeries.data].flatMap((data) => data ?? [])
  const queries = [series, stateSeries]
  const failures = queries.flatMap(({ error }) => error ?? [])
  const [first] = answers
  const refused = failures.map(whereFaults).find((faults) => faults !== undefined)
  // Without an answer, the controls of the range still work.
  const rangeIfRefused = refused === undefined ? undefined : spanOf(question, Date.now())
  return {
    range: first ? rangeOf(first) : rangeIfRefused,
    interval: series.data?.interval ?? stateSeries.data?.interval ?? null,
    aggregate: drawn.length > 0 ? question.aggregate : 'last',
    isWidened:
      shownInterval(question, points, columnsOf(question, lines, drawn.length)) !==
      question.interval,
    hasBand: hasBand && drawn.length > 0,
    chartOf,
    isCut: answers.some(({ nextCursor }) => nextCursor !== null),
    thinnedFrom: samplesBehind(answers),
    isOutdated: queries.some(({ isPlaceholderData }) => isPlaceholderData),
    whereFaults: refused,
    error: failures.find((error) => whereFaults(error) === undefined) ?? null,
    retry: () => {
      for (const query of queries) void query.refetch()
    },
    lacks:
      lackOf('before', [seriesBefore, statsBefore]) ??
      lackOf('outliers', [spread, farSeries, farStats]) ??
      lackOf('statistics', [stats]),
  }
}

/** The previous period. While live, one that depends on the answer's end moves only once a minute. */
function beforeOf(question: Question, answered: Span | undefined) {
  if (!answered) return periodBefore(question, undefined)
  const to = question.isLive ? Math.ceil(answered.to / 60) * 60 : answered.to
  return periodBefore(question, { ...answered, to })
}

/** Loads a series; undefined disables the query. Optionally the previous series stays visible until the next arrives. */
function useSeries(
  query: Call<'telemetry.thingsTimeseries'>['query'] | undefined,
  { isLive }: Question,
  isKept = true,
) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.telemetry.thingsTimeseries.queryOptions(query ? { query } : skipToken),
    // A disabled query would keep its last answer for good.
    ...(query && isKept && { placeholderData: keepPreviousData }),
    refetchInterval: isLive ? LIVE_MILLIS : false,
  })
}

/** A band is drawn only if there is a single line. */
function bandIn({ aggregate, interval, groupBy }: Question, things: number) {
  const isOne = groupBy === 'none' || (groupBy === 'thing' && things === 1)
  return isOne && aggregate === 'avg' && (interval !== 'samples' || groupBy === 'none')
}

/** The outliers of each metric. */
function outliersIn(spread: PlaceSeries | undefined, keys: readonly string[]) {
  const things = Object.entries(spread?.byThing ?? {})
  const averagesOf = (key: string) => {
    const all = things.map(([id, values]) => [id, average(values[`${key}:avg`] ?? [])] as const)
    return new Map(all)
  }
  return new Map(keys.map((key) => [key, outliersOf(averagesOf(key))]))
}

function average(values: readonly unknown[]): number | null {
  const numbers = values.filter((value) => typeof value === 'number')
  return numbers.length === 0 ? null : numbers.reduce((a, b) => a + b, 0) / numbers.length
}

function rangeOf({ from, to }: PlaceSeries): Span {
  return { from: Date.parse(from) / 1000, to: Date.parse(to) / 1000 }
}

function valuesIn({ byThing }: PlaceSeries) {
  const columns = Object.values(byThing ?? {}).flatMap((byMetric) => Object.values(byMetric))
  return columns.flatMap((values) => values.filter((value) => value !== null))
}

function samplesBehind(answers: readonly PlaceSeries[]): number | undefined {
  const counts = answers.flatMap(({ downsampledFrom }) =>
    Object.values(downsampledFrom ?? {}).flatMap((byMetric) => Object.values(byMetric)),
  )
  const samples = counts.reduce((sum, count) => sum + count, 0)
  const shown = answers.filter(({ downsampledFrom }) => downsampledFrom !== null).flatMap(valuesIn)
  return samples > shown.length ? samples : undefined
}
