import { type Bucket, calendarStarts, type Point } from '@sluice/telemetry/testing'
import type { Range } from '../model/series.ts'

const unitMicros = { s: 1e6, m: 60e6, h: 3600e6 } as const

/** The starts of an interval's buckets in a range, the first one at or before its begin; and the end of the last. */
export function startsOf(interval: string, timezone: string, range: Range): number[] {
  const [, count = '1', unit = 'h'] = /^(\d+)(s|m|h|d|w|mo)$/.exec(interval) ?? []
  if (unit === 's' || unit === 'm' || unit === 'h') {
    const width = Number(count) * unitMicros[unit]
    const starts: number[] = []
    for (let t = Math.floor(range.from / width) * width; t < range.to + width; t += width)
      starts.push(t)
    return starts
  }
  const all = calendarStarts(range, { timezone, unit: interval as '1d' | '1w' | '1mo' })
  const first = all.findLastIndex((start) => start <= range.from)
  const end = all.findIndex((start) => start >= range.to)
  return all.slice(first, end + 1)
}

/** One bucket of each two neighboring starts, with or without points. Points are those of the range, ascending. */
export function cut(points: readonly Point[], starts: readonly number[], range: Range): Bucket[] {
  const buckets: Bucket[] = []
  let next = 0
  for (let i = 0; i + 1 < starts.length; i += 1) {
    const [start, end] = [starts[i] ?? 0, starts[i + 1] ?? 0]
    const first = next
    while (next < points.length && (points[next]?.t ?? 0) < end) next += 1
    buckets.push({
      own: points.slice(first, next),
      all: points.slice(Math.max(0, first - 1), next),
      from: Math.max(range.from, start),
      to: Math.min(range.to, end),
    })
  }
  return buckets
}
