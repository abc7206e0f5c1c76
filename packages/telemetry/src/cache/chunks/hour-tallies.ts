import { DAY, dayOf, HOUR, startOfDay } from '../../rollups/rules.ts'
import { type Listed, Tallies, Tally } from './tally.ts'

const HOURS = 24

/** Tallies of each hour of a day. Samples that are appended change the last hours only. */
export class HourTallies {
  /** When the day begins. */
  readonly start: number
  /** By hour of the day. */
  readonly tallies = new Tallies(HOURS)
  /** Where each hour begins. */
  readonly #starts = new Int32Array(HOURS)
  /** The first hour that is to be computed anew. */
  #stale = 0

  /** @param time Any of the day. */
  constructor(time: number) {
    this.start = startOfDay(dayOf(time))
  }

  get isStale(): boolean {
    return this.#stale < HOURS
  }

  /** Computes what is stale, from all samples of the day. */
  refresh(all: Listed): void {
    if (!this.isStale) return
    const tally = new Tally()
    let at = this.#starts[this.#stale] ?? 0
    for (let hour = this.#stale; hour < HOURS; hour += 1) {
      this.#starts[hour] = at
      tally.clear()
      at = tally.addBefore(all, at, this.start + (hour + 1) * HOUR)
      this.tallies.set(hour, tally)
    }
    this.#stale = HOURS
  }

  /** A sample of that time was put behind the others. */
  forget(time: number): void {
    this.#stale = Math.min(this.#stale, hourOfDay(time))
  }
}

/** The hour of a time, from 0 to 23. */
export function hourOfDay(time: number): number {
  return Math.floor((time - Math.floor(time / DAY) * DAY) / HOUR)
}
