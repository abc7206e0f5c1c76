import type { MetricDefinition, Recent, SampleValue, ThingType } from '@sluice/contract'
import { memberOf } from '#data/member-of.ts'

/** A metric of a thing, with its latest sample if there is one. */
export interface ThingMetric {
  readonly key: string
  readonly name: string
  readonly unit: string | null
  readonly valueType: MetricDefinition['valueType'] | undefined
  readonly expectedIntervalSeconds: number | null
  /** The allowed values; undefined if the definition cannot be read. */
  readonly allowed: Allowed | undefined
  /** Whether every frame must contain it. */
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
 * The metrics of a thing's type, in its order, followed by those that only have samples because the type has changed.
 * If a definition cannot be read, its key is the name.
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
      latest: memberOf(recent.metrics, key),
    }
  })
}

/** Whether a chart can draw it. If the type is unknown, the latest value decides. */
export function hasHeight({ valueType, latest }: ThingMetric): boolean {
  return valueType === undefined ? typeof latest?.value !== 'string' : valueType !== 'string'
}

/** Whether it can be averaged. */
export function isNumeric({ valueType, latest }: ThingMetric): boolean {
  if (valueType === undefined) return typeof latest?.value === 'number'
  return valueType === 'number' || valueType === 'integer'
}
