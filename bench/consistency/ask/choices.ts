import { isoOf } from '@sluice/runtime'
import type { Dice } from '../dice.ts'
import type { Range } from '../model/series.ts'
import type { MetricKey, Thing } from '../model/thing.ts'
import type { Askable } from './question.ts'

export const HOUR = 3600e6
export const DAY = 24 * HOUR

/** The thing and some others. */
export function hasAll({ things }: Askable, thing: Thing, dice: Dice): Thing[] {
  return things.filter((other) => other === thing || dice.chance(0.7))
}

export function metricsOf(things: readonly Thing[]): MetricKey[] {
  return [...new Set(things.flatMap(({ metrics }) => [...metrics]))]
}

export function idsOf(things: readonly Thing[]): string {
  return things.map(({ id }) => id).join()
}

/** Around something that a thing has: from minutes to all of it. */
export function rangeOf(thing: Thing, dice: Dice, widest = Number.POSITIVE_INFINITY): Range {
  const { from, to } = thing.span ?? { from: 0, to: 1 }
  if (dice.chance(0.3) && to - from < widest) return { from: from - HOUR, to: to + HOUR }
  const { times: own } = thing.series[dice.of(thing.metrics)]
  const around = own.length > 0 ? dice.of(own) : from
  const width = Math.min(widest, dice.of([10 * 60e6, 2 * HOUR, 10 * HOUR, 2 * DAY, 5 * DAY]))
  // Bounds that are the time of a sample tell whether it is in or out.
  const begin = around - (dice.chance(0.2) ? dice.of([0, width]) : Math.floor(dice() * width))
  return dice.chance(0.4)
    ? { from: Math.floor(begin / HOUR) * HOUR, to: Math.ceil((begin + width) / HOUR) * HOUR }
    : { from: begin, to: begin + width }
}

export function times({ from, to }: Range) {
  return { from: isoOf(from), to: isoOf(to) }
}

export function query(entries: Record<string, string | number>): string {
  return Object.entries(entries)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')
}
