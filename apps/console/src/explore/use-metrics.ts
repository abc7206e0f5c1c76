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
  /** The units of its definitions if they differ; then it has no unit. */
  readonly units?: readonly (string | null)[]
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
  const metrics = new Map<string, ExploredMetric[]>()
  const byType = new Map<string, string[]>()
  for (const { id, metrics: own } of types) {
    for (const { key, metricDefinitionId } of own) {
      const definition = byId.get(metricDefinitionId)
      const known = metrics.get(key) ?? []
      // One that could not be read says nothing about the others.
      if (definition) metrics.set(key, [...known, metricOf(key, definition)])
      else if (!metrics.has(key)) metrics.set(key, [])
    }
    byType.set(
      id,
      own.map(({ key }) => key),
    )
  }
  const all = Array.from(metrics, ([key, same]) => merged(same) ?? metricOf(key, undefined))
  return { metrics: all, byType }
}

/**
 * One metric for all types that have its key: what their definitions do not agree on is left out. Undefined if there
 * are none.
 */
export function merged(same: readonly ExploredMetric[]): ExploredMetric | undefined {
  const [first] = same
  if (!first) return undefined
  const kindsOf = new Set(same.map(({ valueKind }) => valueKind))
  const shared = <Name extends 'min' | 'max' | 'expectedIntervalSeconds' | 'unit'>(name: Name) =>
    same.every((one) => one[name] === first[name]) ? first[name] : null
  const units = [...new Set(same.map(({ unit }) => unit))]
  const isMixed = units.length > 1
  return {
    ...{ key: first.key, name: first.name, unit: shared('unit') },
    // Numbers can be listed as states, but texts cannot be drawn as lines.
    valueKind: kindsOf.size === 1 ? first.valueKind : kindsOf.has('text') ? 'text' : 'number',
    expectedIntervalSeconds: shared('expectedIntervalSeconds'),
    ...{ min: isMixed ? null : shared('min'), max: isMixed ? null : shared('max') },
    ...(isMixed && { units }),
  }
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
