import type { Metric } from '@sluice/telemetry'

/** What nodes cache of a thing: its place, and its number in the telemetry store. */
export interface KnownThing {
  readonly id: string
  readonly number: number
  readonly thingTypeId: string
  readonly siteId: string | null
  readonly fleetIds: readonly string[]
  /** The site's zone; null without a site. */
  readonly timezone: string | null
  /** Whether it accepts no more samples. */
  readonly retired: boolean
  /** The paths by which scopes reach it. The same list object while the thing is cached. */
  readonly paths: readonly string[]
}

/** What nodes cache of a thing type. All of its things share one object. */
export interface KnownType {
  readonly unknownMetrics: 'reject' | 'ignore'
  /** In the order of the type. */
  readonly metrics: readonly Metric[]
}
