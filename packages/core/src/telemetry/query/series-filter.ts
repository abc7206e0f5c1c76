import type { MeasuredThing, Metric } from '../measured-thing.ts'
import type { Range } from './range.ts'

/**
 * Deduplicated samples of some metrics of a thing in a time range. Every query starts with the organization,
 * which no caller names.
 */
export const filteredSamples = `
  FROM samples FINAL
  WHERE organization = {organization:UInt32} AND thing = {thing:UInt32}
    AND metric IN {metrics:Array(UInt32)}
    AND time >= fromUnixTimestamp64Micro({from:Int64}) AND time < fromUnixTimestamp64Micro({to:Int64})`

/** The parameters of {@link filteredSamples}. */
export function filterParams(thing: MeasuredThing, metrics: readonly Metric[], range: Range) {
  const numbers = new Set(metrics.map(({ number }) => number))
  return { ...thing.numbers, metrics: [...numbers], from: range.from, to: range.to }
}
