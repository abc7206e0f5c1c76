import type { ValueType } from '@sluice/contract'
import type { ThingNumbers } from './thing-numbers.ts'

/** A metric of a thing type: the type's entry, its definition, and its number in the store. */
export interface Metric {
  readonly key: string
  readonly number: number
  readonly valueType: ValueType
  readonly required: boolean
  readonly min: number | null
  readonly max: number | null
  /** Allowed strings; empty means any. */
  readonly enumValues: readonly string[]
  readonly expectedIntervalSeconds: number | null
  /** Retention in days, of the definition or else the organization; null means unlimited. */
  readonly retentionDays: number | null
}

/** The type that a thing's samples are checked against. */
export interface MeasuredType {
  readonly thingTypeId: string
  readonly unknownMetrics: 'reject' | 'ignore'
  /** In the order of the thing type; one list shared by all things of the type. */
  readonly metrics: readonly Metric[]
}

/** What telemetry needs to know about a thing. */
export interface MeasuredThing extends MeasuredType {
  readonly numbers: ThingNumbers
  /** The site's zone, or UTC. */
  readonly timezone: string
}

/** Metrics that a message lists. */
const MAX_NAMED = 20

/** The metrics of a thing, for a message. */
export function namesOf({ metrics }: Pick<MeasuredThing, 'metrics'>): string {
  const names = metrics.slice(0, MAX_NAMED).map(({ key }) => key)
  if (metrics.length > MAX_NAMED) names.push('…')
  return names.join(', ') || 'none'
}
