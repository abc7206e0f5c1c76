/** The members of a client. In the published package, this file is also replaced by one that `build/` generates. */
import type { Operations } from './contract.ts'
import type { ClientOf } from './methods.ts'

/** The rows available as Arrow, and those as CSV: a test compares them with the contract. */
type ArrowName =
  | 'telemetry.timeseries'
  | 'telemetry.siteTimeseries'
  | 'telemetry.fleetTimeseries'
  | 'telemetry.thingsTimeseries'
type CsvName = 'audit.list' | ArrowName

/** The client: `things.create` is `client.things.create`. */
export type Client = ClientOf<Operations, CsvName, ArrowName>
