import type { Range } from './range.ts'
import { type Line, type Subject, TOGETHER } from './subject.ts'

/**
 * Deduplicated samples of some metrics of some things in a time range. Every query starts with the organization,
 * which no caller names, and with the things that the caller may read.
 */
export const filteredSamples = `
  FROM samples FINAL
  WHERE organization = {organization:UInt32} AND thing IN {things:Array(UInt32)}
    AND metric IN {metrics:Array(UInt32)}
    AND time >= fromUnixTimestamp64Micro({from:Int64}) AND time < fromUnixTimestamp64Micro({to:Int64})`

/** The parameters of {@link filteredSamples}. */
export function filterParams(subject: Subject, lines: readonly Line[], range: Range) {
  const metrics = new Set(lines.map(({ metric }) => metric.number))
  const things = lines.some(({ thing }) => thing === TOGETHER)
    ? subject.members.map(({ number }) => number)
    : [...new Set(lines.map(({ thing }) => thing))]
  const { organization } = subject
  return { organization, things, metrics: [...metrics], from: range.from, to: range.to }
}
