/** One gauge of many things: what every subject is given, and over which times it is asked. */
export const THINGS = 1_000
/** Of these there are thirty days, of the others one sample. */
export const DEEP_THINGS = 100
export const METRIC = 'temperature'

const SECOND = 1000
const DAY = 86_400 * SECOND

/** Consecutive samples of a thing. */
export interface Run {
  readonly thing: number
  /** Epoch milliseconds of the first. */
  readonly start: number
  /** Milliseconds. */
  readonly step: number
  readonly values: readonly number[]
}

/** The times of the questions, in epoch milliseconds. */
export interface Times {
  readonly monthFrom: number
  readonly dayFrom: number
  readonly to: number
}

/** Whole hours, so that every subject's buckets are the same. */
export function timesBefore(now: number): Times {
  const to = Math.floor(now / (3600 * SECOND)) * 3600 * SECOND
  return { monthFrom: to - 30 * DAY, dayFrom: to - DAY, to }
}

/** Samples a run has at most, so that a request stays in every subject's bounds. */
const LONGEST_RUN = 100_000

/** The last day of the first thing at one a second; of the deep things thirty days, one in `step` milliseconds. */
export function* runs({ monthFrom, dayFrom, to }: Times, step: number): Generator<Run> {
  for (let thing = 0; thing < THINGS; thing += 1) {
    if (thing >= DEEP_THINGS) {
      yield { thing, start: to - SECOND, step, values: [thing] }
      continue
    }
    yield* cut(thing, monthFrom, thing === 0 ? dayFrom : to, step)
    if (thing === 0) yield* cut(thing, dayFrom, to, SECOND)
  }
}

function* cut(thing: number, from: number, to: number, step: number): Generator<Run> {
  let cents = 2000 + thing
  for (let start = from; start < to; start += LONGEST_RUN * step) {
    const count = Math.min(LONGEST_RUN, Math.ceil((to - start) / step))
    const values = Array.from({ length: count }, (_, i) => {
      // A walk of small steps that look random and are the same in every run.
      cents += (Math.imul(i + thing, 2_654_435_761) >>> 28) - 7.5 > 0 ? 3 : -3
      return cents / 100
    })
    yield { thing, start, step, values }
  }
}
