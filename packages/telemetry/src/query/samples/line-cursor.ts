import { type SampleRun, within } from '../../cache/chunks/chunk.ts'
import { hourOfDay } from '../../cache/chunks/hour-tallies.ts'
import type { Tallies } from '../../cache/chunks/tally.ts'
import { placeIn } from '../../cache/place-in.ts'
import { HOUR } from '../../rollups/rules.ts'
import type { Range } from '../plan/range.ts'
import type { LineSamples } from './line-samples.ts'

/** Iterates over a line's samples of a span, in ascending order. */
export class LineCursor {
  readonly thing: number
  readonly metric: number
  readonly #runs: readonly SampleRun[]
  #run = 0
  #at: number

  constructor({ thing, metric, runs }: LineSamples, { from, to }: Range) {
    this.thing = thing
    this.metric = metric
    this.#runs = runs.map((run) => within(run, from, to)).filter(({ first, end }) => first < end)
    this.#at = this.#runs[0]?.first ?? 0
  }

  /** The time of the next sample in epoch microseconds; infinity after the last. */
  get next(): number {
    return this.#runs[this.#run]?.times[this.#at] ?? Number.POSITIVE_INFINITY
  }

  /** Adds a day's samples before a time to the first tally: whole hours from their known tallies, others one by one. */
  tallyBefore(to: number, tally: Tallies): void {
    const run = this.#runs[this.#run]
    if (!run) return
    let at = this.#at
    for (let time = run.times[at] ?? 0; at < run.end && time < to; time = run.times[at] ?? 0) {
      const end = (Math.floor(time / HOUR) + 1) * HOUR
      const isWhole = end <= to && (at === 0 || (run.times[at - 1] ?? 0) < end - HOUR)
      const hours = isWhole ? run.chunk?.hoursOf(run) : undefined
      if (hours) {
        const hour = hourOfDay(time)
        tally.addOf(0, hours.tallies, hour)
        at = Math.min(run.end, at + hours.tallies.samples(hour))
      } else at = tally.addBefore(0, run, at, Math.min(to, end))
    }
    if (at < run.end) this.#at = at
    else {
      this.#run += 1
      this.#at = this.#runs[this.#run]?.first ?? 0
    }
  }

  /** Takes the samples before a time. */
  takeBefore(time: number): SampleRun[] {
    const taken: SampleRun[] = []
    for (let run = this.#runs[this.#run]; run; run = this.#runs[this.#run]) {
      const end = placeFrom(run, this.#at, time)
      if (end > this.#at) taken.push({ ...run, first: this.#at, end })
      this.#at = end
      if (end < run.end) break
      this.#run += 1
      this.#at = this.#runs[this.#run]?.first ?? 0
    }
    return taken
  }
}

/** Gallops from the current index: buckets are narrower than days. */
function placeFrom({ times, end }: SampleRun, at: number, time: number): number {
  let [from, width] = [at, 1]
  while (from + width < end && (times[from + width] ?? 0) < time) {
    from += width
    width *= 2
  }
  return placeIn(times, time, from, Math.min(end, from + width))
}
