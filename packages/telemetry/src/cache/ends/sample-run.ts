import type { Range } from '../../query/plan/range.ts'
import { placeIn } from '../place-in.ts'

/** Samples of a series, each time once, in the order of their times. */
export class SampleRun {
  /** Epoch microseconds. */
  readonly times: number[]
  /** NaN where the sample is a string. */
  readonly numbers: number[]
  readonly texts: string[]

  constructor(times: number[] = [], numbers: number[] = [], texts: string[] = []) {
    this.times = times
    this.numbers = numbers
    this.texts = texts
  }

  get length(): number {
    return this.times.length
  }

  /** Adds a sample, in place of one of the same time if there is one; answers that one's text. */
  put(time: number, number: number, text: string): string | undefined {
    // Most come in order.
    const isLast = time > (this.times.at(-1) ?? Number.NEGATIVE_INFINITY)
    const at = isLast ? this.length : placeIn(this.times, time)
    const known = this.times[at] === time ? this.texts[at] : undefined
    const replaced = known === undefined ? 0 : 1
    this.times.splice(at, replaced, time)
    this.numbers.splice(at, replaced, number)
    this.texts.splice(at, replaced, text)
    return known
  }

  /** A copy of those of some times. */
  within({ from, to }: Range): SampleRun {
    const [first, end] = [placeIn(this.times, from), placeIn(this.times, to)]
    const cut = <Each>(list: readonly Each[]) => list.slice(first, end)
    return new SampleRun(cut(this.times), cut(this.numbers), cut(this.texts))
  }
}
