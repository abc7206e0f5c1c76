import type { ValueType } from '@sluice/contract'
import type { ThingNumbers } from './thing-numbers.ts'

/** A metric of a thing type: the type's entry, the definition behind it, and its id in the store. */
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
  /** Days that samples are kept: the definition's, else the organization's; null without bound. */
  readonly retentionDays: number | null
}

/** What samples of a thing are judged by. */
export interface MeasuredType {
  readonly thingTypeId: string
  readonly unknownMetrics: 'reject' | 'ignore'
  /** In the order of the thing type; one list for all things of the type. */
  readonly metrics: readonly Metric[]
}

/** What telemetry has to know of a thing. */
export interface MeasuredThing extends MeasuredType {
  readonly numbers: ThingNumbers
  /** The site's zone, else UTC. */
  readonly timezone: string
}

/** Metrics that a message names. */
const NAMED = 20

/** The metrics of a thing, as a message names them. */
export function namesOf({ metrics }: Pick<MeasuredThing, 'metrics'>): string {
  const names = metrics.slice(0, NAMED).map(({ key }) => key)
  if (metrics.length > NAMED) names.push('…')
  return names.join(', ') || 'none'
}
