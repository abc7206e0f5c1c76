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

/**
 * How long ago the samples of a worker end, in milliseconds. Of four in a row, with and without dense data, two write what is of now:
 * chance could leave out either.
 */
export function eraOf(worker: number, dice: Dice, now = Date.now()): number {
  return (worker >> 1) % 2 === 0 ? 0 : now - Date.parse(dice.of(ends))
}
