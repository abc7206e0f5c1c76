import type { Range } from './plan/range.ts'
import { type Line, type Subject, TOGETHER } from './plan/subject.ts'

/**
 * Deduplicated samples of some metrics of some things in a range of time. Every query starts with the organization,
 * which is never taken from the caller, and with the things that the caller may read.
 */
export const filteredSamples = samplesOfLines('things', 'metrics')

/** The same for other lists of things and metrics, which these parameters hold. */
export function samplesOfLines(things: string, metrics: string, alias = 'samples'): string {
  return `
  FROM samples AS ${alias} FINAL
  WHERE organization = {organization:UInt32} AND thing IN {${things}:Array(UInt32)}
    AND metric IN {${metrics}:Array(UInt32)}
    AND time >= fromUnixTimestamp64Micro({from:Int64}) AND time < fromUnixTimestamp64Micro({to:Int64})`
}

/** The parameters of {@link filteredSamples}. */
export function filterParams(subject: Subject, lines: readonly Line[], range: Range) {
  const { organization, members } = subject
  const [things, metrics] = [new Set<number>(), new Set<number>()]
  for (const { thing, metric } of lines) {
    things.add(thing)
    metrics.add(metric.number)
  }
  return {
    organization,
    things: things.has(TOGETHER) ? members.map(({ number }) => number) : [...things],
    ...{ metrics: [...metrics], from: range.from, to: range.to },
  }
}

/** Restricts {@link filteredSamples} to several spans of its range; empty for a single span. */
export function onlyIn(spans: number): string {
  if (spans < 2) return ''
  const within = Array.from({ length: spans }, (_, i) => {
    return `(time >= fromUnixTimestamp64Micro({from${i}:Int64}) AND time < fromUnixTimestamp64Micro({to${i}:Int64}))`
  })
  return `AND (${within.join(' OR ')})`
}

/** The parameters of {@link onlyIn}. */
export function spanParams(spans: readonly Range[]): Record<string, number> {
  const pairs = spans.flatMap(({ from, to }, i) => [
    [`from${i}`, from] as const,
    [`to${i}`, to] as const,
  ])
  return spans.length < 2 ? {} : Object.fromEntries(pairs)
}
