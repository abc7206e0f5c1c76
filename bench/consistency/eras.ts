import type { Dice } from './dice.ts'

/**
 * Soon after the 29th of February, the turn of a year, and the changes of clocks in spring and in autumn, in all zones that are asked
 * about: what is written before is partitioned by the year, and asked for by the day, the week and the month.
 */
const ends = [
  '2024-03-02T05:00:00Z',
  '2025-01-02T05:00:00Z',
  '2025-04-07T05:00:00Z',
  '2025-11-03T07:00:00Z',
] as const

/** How long ago the samples of a worker end, in milliseconds: half of the workers write what is of now. */
export function anyEra(dice: Dice, now = Date.now()): number {
  return dice.chance(0.5) ? 0 : now - Date.parse(dice.of(ends))
}
