'use client'

import type { Thing } from '@sluice/contract'
import { skipToken, useQueries, useQuery } from '@tanstack/react-query'
import { isMissing } from '#data/failure.ts'
import { useTRPC } from '#data/trpc.ts'
import { listedBy, type Selection, selectsByFilter } from './selection.ts'
import { type ExploredMetric, useMetrics } from './use-metrics.ts'

/** A selected thing and its metrics. */
export interface MeasuringThing {
  readonly id: string
  readonly name: string
  readonly siteId: string | null
  readonly metrics: readonly string[]
}

export interface Measuring {
  /** For a filter, only the first page. */
  readonly things: readonly MeasuringThing[]
  /** Number of selected things. */
  readonly total: number
  /** The metrics of all these things, ordered by thing type. */
  readonly metrics: readonly ExploredMetric[]
  readonly isPending: boolean
  readonly error: unknown
  readonly retry: () => void
}

/**
 * Loads the selected things and their metrics. Things that are deleted or not readable are left out; what is there but
 * could not be loaded is an error.
 */
export function useMeasuring(selection: Selection): Measuring {
  const trpc = useTRPC()
  const byFilter = selectsByFilter(selection)
  const named = useQueries({
    queries: selection.things.map((thingId) =>
      trpc.things.get.queryOptions({ params: { thingId }, query: {} }),
    ),
  })
  const listed = useQuery(trpc.things.list.queryOptions(byFilter ? listedBy(selection) : skipToken))
  const found: readonly Thing[] = byFilter
    ? (listed.data?.items ?? [])
    : named.flatMap(({ data }) => data ?? [])
  const typeIds = [...new Set(found.map(({ thingTypeId }) => thingTypeId))]
  const { metrics, byType, queries } = useMetrics(typeIds)
  const all = [...(byFilter ? [listed] : named), ...queries]
  return {
    things: found.map(({ id, name, siteId, thingTypeId }) => {
      return { id, name, siteId, metrics: byType.get(thingTypeId) ?? [] }
    }),
    total: (byFilter ? listed.data?.total : undefined) ?? found.length,
    metrics,
    isPending: all.some((query) => query.isPending),
    // A failed request must not look like fewer things, or like things without metrics.
    error: all.find(({ data, error }) => !data && error && !isMissing(error))?.error,
    retry: () => {
      for (const query of all) void query.refetch()
    },
  }
}
