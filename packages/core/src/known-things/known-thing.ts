import type { Metric } from '@sluice/telemetry'

/** What nodes remember of a thing: its place, and its number in the telemetry store. */
export interface KnownThing {
  readonly id: string
  readonly number: number
  readonly thingTypeId: string
  readonly siteId: string | null
  readonly fleetIds: readonly string[]
  /** The site's zone; null without a site. */
  readonly timezone: string | null
  /** Whether it takes samples no more. */
  readonly retired: boolean
  /** The paths by which scopes reach it: one list as long as the thing is remembered. */
  readonly paths: readonly string[]
}

/** What nodes remember of a thing type. One object serves all of its things. */
export interface KnownType {
  readonly unknownMetrics: 'reject' | 'ignore'
  /** In the order of the type. */
  readonly metrics: readonly Metric[]
}
