'use client'

import type { PlaceSeries, PlaceSummary } from '@sluice/contract'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import type { Span } from './chart-options.ts'
import { type ChartData, type Drawing, drawingOf } from './drawing.ts'
import { outliersOf, type Stats, statsOf } from './outliers.ts'
import { mostThings, type Question } from './question.ts'
import { selectionQuery } from './selection.ts'
import { drawnQuery, isCrowd, shownInterval, statesQuery } from './series-query.ts'
import { shownAs } from './shown-as.ts'
import { apiTime, periodBefore } from './time-text.ts'
import { useGroupNames } from './use-group-names.ts'
import type { Measuring } from './use-measuring.ts'
import type { ExploredMetric } from './use-metrics.ts'

/** How often a live chart asks again, and its legend. */
const LIVE_MILLIS = 5000
const LIVE_SUMMARY_MILLIS = 30_000

/** Things of one page of summaries: of a larger crowd outliers are not looked for. */
const MOST_SUMMARIZED = 1000

export interface Explored {
  /** The range that was answered; undefined while nothing was. */
  readonly range: Span | undefined
  /** Width of the buckets; null: samples. */
  readonly interval: string | null
  /** Whether the chosen interval was too narrow for the range. */
  readonly isWidened: boolean
  readonly hasBand: boolean
  readonly chartOf: (metric: ExploredMetric) => ChartData
  /** Whether there is more in the range than was answered. */
  readonly isCut: boolean
  /** How many samples the points stand for, where they were thinned. */
  readonly thinnedFrom: number | undefined
  readonly isPending: boolean
  /** Whether what is shown answers another question than the present one. */
  readonly isOutdated: boolean
  readonly error: unknown
  readonly retry: () => void
}

interface Asked {
  readonly question: Question
  readonly measuring: Measuring
  readonly metrics: readonly ExploredMetric[]
  readonly zone: string
  /** How many buckets the charts have room for; 0: that is not known yet. */
  readonly points: number
}

/** The series of the chosen metrics: one query, and after it those of the legend, and of outliers in a crowd. */
export function useExplored({ question, measuring, metrics, zone, points }: Asked): Explored {
  const trpc = useTRPC()
  const { things, total } = measuring
  const crowd = isCrowd(question, total, mostThings)
  const hasBand = bandIn(question, things.length, crowd)
  const found = things.slice(0, mostThings).map(({ id }) => id)
  const lines = crowd || question.groupBy === 'none' ? 1 : mostThings
  const asked = { question, found, zone, points, hasBand, lines }
  const drawn = metrics.filter(({ valueKind }) => valueKind !== 'text').map(({ key }) => key)
  const states = metrics.filter(({ valueKind }) => valueKind === 'text').map(({ key }) => key)
  const mayAsk = points > 0 && things.length > 0
  const live = {
    placeholderData: keepPreviousData,
    refetchInterval: question.isLive ? LIVE_MILLIS : false,
  } as const
  const together = crowd ? { ...question, groupBy: 'none' } : question
  const { thingsTimeseries } = trpc.telemetry
  const query = drawnQuery({ ...asked, question: together }, drawn)
  const series = useQuery({
    ...thingsTimeseries.queryOptions(mayAsk && drawn.length > 0 ? { query } : skipToken),
    ...live,
  })
  const byThing = { ...question, things: found, groupBy: 'thing' }
  const stateSeries = useQuery({
    ...thingsTimeseries.queryOptions(
      mayAsk && states.length > 0
        ? { query: statesQuery({ ...asked, question: byThing }, states) }
        : skipToken,
    ),
    ...live,
  })
  const isThere = series.data !== undefined || stateSeries.data !== undefined
  const before = question.isCompared ? periodBefore(question) : undefined
  const seriesBefore = useQuery({
    ...thingsTimeseries.queryOptions(
      isThere && before && drawn.length > 0
        ? { query: { ...query, from: before.from, to: before.to } }
        : skipToken,
    ),
    placeholderData: keepPreviousData,
  })
  const isSummed = isThere && !(crowd && total > MOST_SUMMARIZED)
  const summary = useSummary({ question, found, metrics }, isSummed, question)
  const summaryBefore = useSummary({ question, found, metrics }, isSummed && !!before, before)
  const outliers = crowd ? outliersIn(summary, metrics) : new Map<string, string[]>()
  const far = [...new Set([...outliers.values()].flat())]
  const named = { ...question, things: far, groupBy: 'thing' }
  const ofFar = { question: named, found: far, hasBand: false, lines: far.length }
  const farSeries = useQuery({
    ...thingsTimeseries.queryOptions(
      mayAsk && far.length > 0 && drawn.length > 0
        ? { query: drawnQuery({ ...asked, ...ofFar }, drawn) }
        : skipToken,
    ),
    ...live,
  })
  const groupNames = useGroupNames(question.groupBy, series.data)
  const drawing: Drawing = {
    ...{ question, measuring, isCrowd: crowd, outliers, groupNames },
    ...{ series: series.data, states: stateSeries.data, far: farSeries.data },
    ...{ before: before && seriesBefore.data, summary, summaryBefore: before && summaryBefore },
  }
  const answers = [series.data, stateSeries.data].flatMap((data) => data ?? [])
  const queries = [series, stateSeries]
  const [first] = answers
  return {
    range: first && rangeOf(first),
    interval: series.data?.interval ?? stateSeries.data?.interval ?? null,
    isWidened: shownInterval(question, points) !== question.interval,
    hasBand: hasBand && drawn.length > 0,
    chartOf: (metric) => drawingOf(drawing, metric, shownAs(metric, question)),
    isCut: answers.some(({ nextCursor }) => nextCursor !== null),
    thinnedFrom: samplesBehind(answers),
    isPending: !isThere && (points === 0 || queries.some(({ isLoading }) => isLoading)),
    isOutdated: queries.some(({ isPlaceholderData }) => isPlaceholderData),
    error: queries.find(({ error }) => error)?.error ?? null,
    retry: () => {
      for (const query of queries) void query.refetch()
    },
  }
}

/** One line alone has room for a band of extremes. */
function bandIn({ aggregate, interval, groupBy }: Question, things: number, crowd: boolean) {
  const isOne = crowd || groupBy === 'none' || (groupBy === 'thing' && things === 1)
  return isOne && aggregate === 'avg' && (interval !== 'samples' || crowd || groupBy === 'none')
}

interface Summarized {
  readonly question: Question
  readonly found: readonly string[]
  readonly metrics: readonly ExploredMetric[]
}

function useSummary(
  { question, found, metrics }: Summarized,
  isAsked: boolean,
  range: { readonly from: string; readonly to: string } | undefined,
): PlaceSummary | undefined {
  const trpc = useTRPC()
  const query = {
    ...selectionQuery(question, found),
    ...{ from: apiTime(range?.from ?? 'now'), to: apiTime(range?.to ?? 'now') },
    metrics: metrics.map(({ key }) => key).join(','),
    ...(question.groupBy === 'thing' && { limit: MOST_SUMMARIZED }),
  }
  const { data } = useQuery({
    ...trpc.telemetry.thingsSummary.queryOptions(isAsked && range ? { query } : skipToken),
    placeholderData: keepPreviousData,
    refetchInterval: question.isLive ? LIVE_SUMMARY_MILLIS : false,
  })
  return data
}

/** Of each metric, which things are far from the others. */
function outliersIn(summary: PlaceSummary | undefined, metrics: readonly ExploredMetric[]) {
  const things = Object.entries(summary?.byThing ?? {})
  const of = (key: string) =>
    new Map<string, Stats>(
      things.flatMap(([id, values]) => {
        const stats = statsOf(values[key])
        return stats ? [[id, stats] as const] : []
      }),
    )
  return new Map(metrics.map(({ key }) => [key, outliersOf(of(key))]))
}

function rangeOf({ from, to }: PlaceSeries): Span {
  return { from: Date.parse(from) / 1000, to: Date.parse(to) / 1000 }
}

function samplesBehind(answers: readonly PlaceSeries[]): number | undefined {
  const counts = answers.flatMap(({ downsampledFrom }) =>
    Object.values(downsampledFrom ?? {}).flatMap((byMetric) => Object.values(byMetric)),
  )
  return counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0)
}
