'use client'

import type { MetricDefinition, Thing, ThingType } from '@sluice/contract'
import { skipToken, useQueries, useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { usedByType } from '#definitions/used-by-type.ts'
import { type Selection, selectsByFilter } from './selection.ts'

/** A selected thing, and which metrics it has. */
export interface MeasuringThing {
  readonly id: string
  readonly name: string
  readonly siteId: string | null
  readonly metrics: readonly string[]
}

export interface ExploredMetric {
  readonly key: string
  readonly name: string
  readonly unit: string | null
  readonly valueKind: 'number' | 'boolean' | 'text'
  readonly expectedIntervalSeconds: number | null
  /** The bounds of its definition. */
  readonly min: number | null
  readonly max: number | null
}

export interface Measuring {
  /** Of a filter the first ones. */
  readonly things: readonly MeasuringThing[]
  /** How many are selected. */
  readonly total: number
  /** What the things measure among them, in the order of their types. */
  readonly metrics: readonly ExploredMetric[]
  readonly isPending: boolean
  readonly error: unknown
  readonly retry: () => void
}

/** Of a filter's things so many tell which types, and so which metrics, there are. */
const LISTED = 200

/** The list of a filter's things. */
export function listedBy({ filters }: Selection) {
  return { query: { ...filters, limit: LISTED, count: 'true' as const } }
}

/** The selected things and what they measure. Things that are gone or may not be read are left out. */
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
  const asked = byFilter ? [listed] : named
  const all = [...asked, ...types, ...definitions]
  // Things whose metrics could not be requested are no things without metrics.
  const unknown = [...types, ...definitions].find((query) => query.error)
  return {
    things: found.map(({ id, name, siteId, thingTypeId }) => {
      return { id, name, siteId, metrics: byType.get(thingTypeId) ?? [] }
    }),
    total: (byFilter ? listed.data?.total : undefined) ?? found.length,
    metrics,
    isPending: all.some((query) => query.isPending),
    error: found.length === 0 ? asked[0]?.error : metrics.length === 0 ? unknown?.error : null,
    retry: () => {
      for (const query of all) void query.refetch()
    },
  }
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
