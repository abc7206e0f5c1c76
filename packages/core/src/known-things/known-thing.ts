import type { ValueType } from '@sluice/contract'

/** What nodes remember of a thing: its place, and its number in the telemetry store. */
export interface KnownThing {
  readonly id: string
  readonly number: number
  readonly thingTypeId: string
  readonly siteId: string | null
  readonly fleetIds: readonly string[]
  /** The site's zone; null without a site. */
  readonly timezone: string | null
  /** The paths by which scopes reach it: one list as long as the thing is remembered. */
  readonly paths: readonly string[]
}

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

/** What nodes remember of a thing type. One object serves all of its things. */
export interface KnownType {
  readonly unknownMetrics: 'reject' | 'ignore'
  /** In the order of the type. */
  readonly metrics: readonly Metric[]
}
