import { HOUR } from '../../rollups/rules.ts'
import { type Listed, Tallies, Tally } from './tally.ts'

const HOURS = 24

/** What the samples of each hour of a day come to, as long as nothing is put into that hour. */
export class HourTallies {
  readonly #tallies = new Tallies(HOURS)
  /** By bits. */
  #known = 0

  /** Whether an hour of all is known, given a time in it. */
  knows(time: number): boolean {
    return (this.#known & bitOf(time)) !== 0
  }

  /** Computes the hour that begins at a place of all samples of the day. */
  learn(all: Listed, at: number): void {
    const time = all.times[at] ?? 0
    const own = new Tally()
    own.addBefore(all, at, (Math.floor(time / HOUR) + 1) * HOUR)
    this.#tallies.set(hourOf(time), own)
    this.#known |= bitOf(time)
  }

  /** Adds an hour that is known. Answers how many samples it has. */
  addTo(tally: Tally, time: number): number {
    const hour = hourOf(time)
    this.#tallies.addTo(tally, hour)
    return this.#tallies.samples(hour)
  }

  /** A sample of that time was put. */
  forget(time: number): void {
    this.#known &= ~bitOf(time)
  }
}

function hourOf(time: number): number {
  return Math.floor(time / HOUR) - HOURS * Math.floor(time / (HOURS * HOUR))
}

function bitOf(time: number): number {
  return 1 << hourOf(time)
}
