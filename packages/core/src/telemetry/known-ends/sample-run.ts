import { placeIn } from '../place-in.ts'
import type { Range } from '../query/range.ts'

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

  /** Adds a sample that is later than all others; answers whether it is. */
  push(time: number, number: number, text: string): boolean {
    if (time <= (this.times.at(-1) ?? Number.NEGATIVE_INFINITY)) return false
    this.times.push(time)
    this.numbers.push(number)
    this.texts.push(text)
    return true
  }

  /** A copy of those of some times. */
  within({ from, to }: Range): SampleRun {
    const [first, end] = [placeIn(this.times, from), placeIn(this.times, to)]
    const cut = <Each>(list: readonly Each[]) => list.slice(first, end)
    return new SampleRun(cut(this.times), cut(this.numbers), cut(this.texts))
  }
}
