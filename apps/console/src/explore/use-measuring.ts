'use client'

import type { MetricDefinition } from '@sluice/contract'
import { useQueries } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { usedByType } from '#definitions/used-by-type.ts'

/** A chosen thing, and which metrics of those that can be drawn it has. */
export interface MeasuringThing {
  readonly id: string
  readonly name: string
  readonly siteId: string | null
  readonly metrics: readonly string[]
}

export interface DrawnMetric {
  readonly key: string
  readonly name: string
  readonly unit: string | null
  readonly isBoolean: boolean
  readonly expectedIntervalSeconds: number | null
}

export interface Measuring {
  readonly things: readonly MeasuringThing[]
  /** What the things measure among them, strings left out: they have no height. */
  readonly metrics: readonly DrawnMetric[]
  readonly isPending: boolean
  readonly error: unknown
  readonly retry: () => void
}

/** The things that were chosen and what they measure. Things that are gone or may not be read are left out. */
export function useMeasuring(ids: readonly string[]): Measuring {
  const trpc = useTRPC()
  const found = useQueries({
    queries: ids.map((thingId) => trpc.things.get.queryOptions({ params: { thingId }, query: {} })),
  })
  const things = found.flatMap(({ data }) => data ?? [])
  const typeIds = [...new Set(things.map(({ thingTypeId }) => thingTypeId))]
  const types = useQueries({
    queries: typeIds.map((thingTypeId) =>
      trpc.thingTypes.get.queryOptions({ params: { thingTypeId }, query: {} }),
    ),
  })
  const definitions = useQueries({
    queries: typeIds.map((id) => trpc.metricDefinitions.list.queryOptions(usedByType(id))),
  })
  const items = definitions.flatMap(({ data }) => data?.items ?? [])
  const byId = new Map(items.map((item) => [item.id, item]))
  const metrics = new Map<string, DrawnMetric>()
  const byType = new Map<string, string[]>()
  for (const { data: type } of types) {
    if (!type) continue
    const drawn = type.metrics.flatMap(({ key, metricDefinitionId }) => {
      const definition = byId.get(metricDefinitionId)
      if (definition?.valueType === 'string') return []
      if (!metrics.has(key)) metrics.set(key, metricOf(key, definition))
      return [key]
    })
    byType.set(type.id, drawn)
  }
  const all = [...found, ...types, ...definitions]
  // Things whose metrics could not be requested are no things without metrics.
  const unknown = [...types, ...definitions].find((query) => query.error)
  return {
    things: things.map(({ id, name, siteId, thingTypeId }) => {
      return { id, name, siteId, metrics: byType.get(thingTypeId) ?? [] }
    }),
    metrics: [...metrics.values()],
    isPending: all.some((query) => query.isPending),
    error: things.length === 0 ? found[0]?.error : metrics.size === 0 ? unknown?.error : null,
    retry: () => {
      for (const query of all) void query.refetch()
    },
  }
}

function metricOf(key: string, definition: MetricDefinition | undefined): DrawnMetric {
  return {
    key,
    name: definition?.name ?? key,
    unit: definition?.unit ?? null,
    isBoolean: definition?.valueType === 'boolean',
    expectedIntervalSeconds: definition?.expectedIntervalSeconds ?? null,
  }
}
