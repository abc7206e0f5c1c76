/** What a client has. In the published package this file, too, is replaced by one that `build/` writes. */
import type { Operations } from './contract.ts'
import type { ClientOf } from './methods.ts'

/** The rows that can be written as Arrow, and those as CSV: a test holds them against the contract. */
type ArrowName =
  | 'telemetry.timeseries'
  | 'telemetry.siteTimeseries'
  | 'telemetry.fleetTimeseries'
  | 'telemetry.thingsTimeseries'
type CsvName = 'audit.list' | ArrowName

/** The client: `things.create` is `client.things.create`. */
export type Client = ClientOf<Operations, CsvName, ArrowName>
