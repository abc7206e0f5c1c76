import { gridOf, type Interval } from '../calendar/grid.ts'
import type { Zone } from '../calendar/zone.ts'
import type { Range } from './range.ts'

const SECOND = 1e6
const DAY = 86_400 * SECOND

const unitMicros = {
  ...{ s: SECOND, m: 60 * SECOND, h: 3600 * SECOND },
  ...{ d: DAY, w: 7 * DAY, mo: 28 * DAY },
} as const

/** Widths that people read easily, and how long each is, a month being the shortest. */
const usual: readonly (readonly [Interval, number])[] = [
  ...[1, 2, 5, 10, 15, 30].map((count) => [{ count, unit: 's' }, count * SECOND] as const),
  ...[1, 2, 5, 10, 15, 30].map((count) => [{ count, unit: 'm' }, count * 60 * SECOND] as const),
  ...[1, 2, 3, 6, 12].map((count) => [{ count, unit: 'h' }, count * 3600 * SECOND] as const),
  ...[1, 2].map((count) => [{ count, unit: 'd' }, count * DAY] as const),
  [{ count: 1, unit: 'w' }, 7 * DAY],
  ...[1, 3, 6, 12, 60, 120, 240, 600, 1200].map(
    (count) => [{ count, unit: 'mo' }, count * 28 * DAY] as const,
  ),
]

/** The narrowest usual interval that cuts a range into at most `points` buckets; the widest if none does. */
export function autoInterval({ from, to }: Range, points: number, zone: Zone): Interval {
  const found = usual.find(([interval]) => {
    const { numberOf } = gridOf(interval, zone)
    return numberOf(to - 1) - numberOf(from) < points
  })
  return (found ?? usual.at(-1) ?? [{ count: 1200, unit: 'mo' }])[0]
}

/** The widest usual interval that is at most so long, in microseconds; undefined below all of them. */
export function usualWithin(micros: number): Interval | undefined {
  return usual.findLast(([, width]) => width <= micros)?.[0]
}

/** About how long an interval is, in microseconds; a month is taken for the shortest. */
export function lengthOf({ count, unit }: Interval): number {
  return count * unitMicros[unit]
}
