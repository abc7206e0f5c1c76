'use client'

import type { Series } from '@sluice/contract'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { type Line, lineOf } from './lines.ts'
import { type Question, seriesQuery } from './question.ts'
import type { DrawnMetric, MeasuringThing } from './use-measuring.ts'

/** How often a live chart asks again. */
const LIVE_MILLIS = 5000

export interface Explored {
  /** The range that was answered, in epoch seconds; undefined while nothing was. */
  readonly range: { readonly from: number; readonly to: number } | undefined
  /** Width of the buckets; null: samples. */
  readonly interval: string | null
  readonly linesOf: (metric: DrawnMetric) => Line[]
  /** Whether there is more in the range than was answered. */
  readonly isCut: boolean
  /** How many samples the points stand for, where they were thinned. */
  readonly thinnedFrom: number | undefined
  readonly isPending: boolean
  readonly error: unknown
  readonly retry: () => void
}

/** The series of the chosen metrics, a query for each thing. */
export function useExplored(
  question: Question,
  things: readonly MeasuringThing[],
  metrics: readonly DrawnMetric[],
  zone: string,
): Explored {
  const trpc = useTRPC()
  const asked = things.flatMap((thing) => {
    const keys = metrics.map(({ key }) => key).filter((key) => thing.metrics.includes(key))
    return keys.length === 0 ? [] : [{ thing, keys }]
  })
  const queries = useQueries({
    queries: asked.map(({ thing, keys }) => ({
      ...trpc.telemetry.timeseries.queryOptions({
        params: { thingId: thing.id },
        query: seriesQuery(question, keys, zone, true),
      }),
      placeholderData: keepPreviousData,
      refetchInterval: question.isLive ? LIVE_MILLIS : false,
    })),
  })
  const answers = queries.flatMap(({ data }, i) => {
    const thing = asked[i]?.thing
    return data && thing ? [{ thing, data }] : []
  })
  const [first] = answers
  return {
    range: first && rangeOf(first.data),
    interval: first?.data.interval ?? null,
    linesOf: (metric) =>
      answers
        .filter(({ thing }) => thing.metrics.includes(metric.key))
        .map(({ thing, data }) => lineOf({ id: thing.id, label: thing.name }, data, metric)),
    isCut: answers.some(({ data }) => data.nextCursor !== null),
    thinnedFrom: samplesBehind(answers.map(({ data }) => data)),
    isPending: asked.length > 0 && answers.length === 0 && queries.some((query) => query.isPending),
    error: queries.find(({ error }) => error)?.error ?? null,
    retry: () => {
      for (const query of queries) void query.refetch()
    },
  }
}

function rangeOf({ from, to }: Series) {
  return { from: Date.parse(from) / 1000, to: Date.parse(to) / 1000 }
}

function samplesBehind(answers: readonly Series[]): number | undefined {
  const counts = answers.flatMap(({ downsampledFrom }) => Object.values(downsampledFrom ?? {}))
  return counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0)
}
