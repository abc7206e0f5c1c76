'use client'

import type { Thing } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { usedByType } from '#definitions/used-by-type.ts'
import { metricsOf, type ThingMetric } from './metrics.ts'

type Which = Pick<Thing, 'id' | 'thingTypeId'>

interface ThingMetrics {
  /** Undefined while loading. */
  readonly metrics: ThingMetric[] | undefined
  readonly error: unknown
  readonly retry: () => void
}

/** A thing's metrics with their latest samples, refreshed every 30 seconds. */
export function useThingMetrics({ id, thingTypeId }: Which): ThingMetrics {
  const trpc = useTRPC()
  const recent = useQuery({
    ...trpc.telemetry.recent.queryOptions({ params: { thingId: id }, query: {} }),
    refetchInterval: 30_000,
  })
  const type = useQuery(trpc.thingTypes.get.queryOptions({ params: { thingTypeId }, query: {} }))
  const definitions = useQuery(trpc.metricDefinitions.list.queryOptions(usedByType(thingTypeId)))

  // Names and units are optional; the values are not.
  const isReady = recent.data && !type.isPending && !definitions.isPending
  return {
    metrics: isReady ? metricsOf(type.data, definitions.data?.items ?? [], recent.data) : undefined,
    error: recent.error,
    retry: () => void recent.refetch(),
  }
}
