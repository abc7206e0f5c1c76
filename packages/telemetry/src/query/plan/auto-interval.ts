import { gridOf, type Interval } from '../calendar/grid.ts'
import type { Zone } from '../calendar/zone.ts'
import type { Range } from './range.ts'

const SECOND = 1e6
const DAY = 86_400 * SECOND

/** The shortest month, since the bound on the number of buckets must hold for every range. */
const unitMicros = {
  ...{ s: SECOND, m: 60 * SECOND, h: 3600 * SECOND },
  ...{ d: DAY, w: 7 * DAY, mo: 28 * DAY },
} as const

/** Widths that people read easily, ascending. */
const usual: readonly Interval[] = (
  [
    ['s', [1, 2, 5, 10, 15, 30]],
    ['m', [1, 2, 5, 10, 15, 30]],
    ['h', [1, 2, 3, 6, 12]],
    ['d', [1, 2]],
    ['w', [1]],
    ['mo', [1, 3, 6, 12, 60, 120, 240, 600, 1200]],
  ] as const
).flatMap(([unit, counts]) => counts.map((count) => ({ count, unit })))

/** The narrowest usual interval that divides a range into at most `points` buckets; the widest if none does. */
export function autoInterval({ from, to }: Range, points: number, zone: Zone): Interval {
  const found = usual.find((interval) => {
    const { numberOf } = gridOf(interval, zone)
    return numberOf(to - 1) - numberOf(from) < points
  })
  return found ?? { count: 1200, unit: 'mo' }
}

/** The widest usual interval of at most this length in microseconds; undefined if all are longer. */
export function usualWithin(micros: number): Interval | undefined {
  return usual.findLast((one) => lengthOf(one) <= micros)
}

/** The length of an interval in microseconds, that of the shortest month for months. */
export function lengthOf({ count, unit }: Interval): number {
  return count * unitMicros[unit]
}
