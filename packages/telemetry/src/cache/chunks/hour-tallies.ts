import { DAY, dayOf, HOUR, startOfDay } from '../../rollups/rules.ts'
import { type Listed, Tallies } from './tally.ts'

const HOURS = 24

/** Tallies of each hour of a day. Appended samples change only the last hours. */
export class HourTallies {
  /** The start of the day. */
  readonly start: number
  /** By hour of the day. */
  readonly tallies = new Tallies(HOURS)
  /** The index of each hour's first sample. */
  readonly #starts = new Int32Array(HOURS)
  /** The first hour that has to be recomputed. */
  #stale = 0

  /** @param time Any time of the day. */
  constructor(time: number) {
    this.start = startOfDay(dayOf(time))
  }

  get isStale(): boolean {
    return this.#stale < HOURS
  }

  /** Recomputes stale hours from all samples of the day. */
  refresh(all: Listed): void {
    if (!this.isStale) return
    this.tallies.clear(this.#stale, HOURS)
    let at = this.#starts[this.#stale] ?? 0
    for (let hour = this.#stale; hour < HOURS; hour += 1) {
      this.#starts[hour] = at
      at = this.tallies.addBefore(hour, all, at, this.start + (hour + 1) * HOUR)
    }
    this.#stale = HOURS
  }

  /** Marks hours stale after a sample of this time was appended. */
  forget(time: number): void {
    this.#stale = Math.min(this.#stale, hourOfDay(time))
  }
}

/** The hour of a time, from 0 to 23. */
export function hourOfDay(time: number): number {
  return Math.floor((time - Math.floor(time / DAY) * DAY) / HOUR)
}
