import type { MetricDefinition, Recent, SampleValue, ThingType } from '@sluice/contract'

/** One metric of a thing: what it is, and its latest sample where there is one. */
export interface ThingMetric {
  readonly key: string
  readonly name: string
  readonly unit: string | null
  readonly valueType: MetricDefinition['valueType'] | undefined
  readonly expectedIntervalSeconds: number | null
  /** Which values it may have; undefined where the definition cannot be read. */
  readonly allowed: Allowed | undefined
  /** Whether every frame must carry it. */
  readonly isRequired: boolean
  readonly latest: Latest | undefined
}

type Allowed = Pick<MetricDefinition, 'min' | 'max' | 'enum'>

interface Latest {
  readonly value: SampleValue
  readonly timestamp: string
  readonly stale: boolean | null
}

/**
 * A thing's metrics: its type's in the type's order, then those of which only samples are left because the
 * type has changed since. A metric is known by its key where its definition cannot be read.
 */
export function metricsOf(
  type: ThingType | undefined,
  definitions: readonly MetricDefinition[],
  recent: Recent,
): ThingMetric[] {
  const bindings = type?.metrics ?? []
  const left = Object.keys(recent.metrics).filter((key) => !bindings.some((row) => row.key === key))
  const keys = [...bindings.map((row) => row.key), ...left]
  return keys.map((key) => {
    const binding = bindings.find((row) => row.key === key)
    const definition = definitions.find((row) => row.id === binding?.metricDefinitionId)
    return {
      key,
      name: definition?.name ?? key,
      unit: definition?.unit ?? null,
      valueType: definition?.valueType,
      expectedIntervalSeconds: definition?.expectedIntervalSeconds ?? null,
      allowed: definition,
      isRequired: binding?.required ?? false,
      latest: recent.metrics[key],
    }
  })
}

/** Whether a chart can draw it; of an unknown type its latest value tells. */
export function hasHeight({ valueType, latest }: ThingMetric): boolean {
  return valueType === undefined ? typeof latest?.value !== 'string' : valueType !== 'string'
}

/** Whether averages of it mean something. */
export function isNumeric({ valueType, latest }: ThingMetric): boolean {
  if (valueType === undefined) return typeof latest?.value === 'number'
  return valueType === 'number' || valueType === 'integer'
}
