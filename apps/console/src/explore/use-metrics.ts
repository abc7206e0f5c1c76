'use client'

import type { MetricDefinition, ThingType } from '@sluice/contract'
import { useQueries } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { usedByType } from '#definitions/used-by-type.ts'

export interface ExploredMetric {
  readonly key: string
  readonly name: string
  readonly unit: string | null
  readonly valueKind: 'number' | 'boolean' | 'text'
  readonly expectedIntervalSeconds: number | null
  /** Bounds from the metric definition. */
  readonly min: number | null
  readonly max: number | null
}

/** The metrics of these thing types, in the order of the types. */
export function useMetrics(typeIds: readonly string[]) {
  const trpc = useTRPC()
  const types = useQueries({
    queries: typeIds.map((thingTypeId) =>
      trpc.thingTypes.get.queryOptions({ params: { thingTypeId }, query: {} }),
    ),
  })
  const definitions = useQueries({
    queries: typeIds.map((id) => trpc.metricDefinitions.list.queryOptions(usedByType(id))),
  })
  const { metrics, byType } = metricsOf(
    types.flatMap(({ data }) => data ?? []),
    definitions.flatMap(({ data }) => data?.items ?? []),
  )
  return { metrics, byType, queries: [...types, ...definitions] }
}

function metricsOf(types: readonly ThingType[], definitions: readonly MetricDefinition[]) {
  const byId = new Map(definitions.map((item) => [item.id, item]))
  const metrics = new Map<string, ExploredMetric>()
  const byType = new Map<string, string[]>()
  for (const { id, metrics: own } of types) {
    for (const { key, metricDefinitionId } of own) {
      if (!metrics.has(key)) metrics.set(key, metricOf(key, byId.get(metricDefinitionId)))
    }
    byType.set(
      id,
      own.map(({ key }) => key),
    )
  }
  return { metrics: [...metrics.values()], byType }
}

const kinds = { string: 'text', boolean: 'boolean', number: 'number', integer: 'number' } as const

function metricOf(key: string, definition: MetricDefinition | undefined): ExploredMetric {
  return {
    key,
    name: definition?.name ?? key,
    unit: definition?.unit ?? null,
    valueKind: kinds[definition?.valueType ?? 'number'],
    expectedIntervalSeconds: definition?.expectedIntervalSeconds ?? null,
    min: definition?.min ?? null,
    max: definition?.max ?? null,
  }
}
