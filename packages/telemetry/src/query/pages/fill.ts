import type { Fill, SampleValue } from '@sluice/contract'
import { between } from '../computed.ts'

/** The value of a column at a time, in epoch microseconds. */
export interface Known {
  readonly time: number
  readonly value: SampleValue
}

/** The nearest values before and after a page. */
export interface Around {
  readonly before: Known | undefined
  readonly after: Known | undefined
}

interface Filling {
  readonly fill: Fill
  /** The longest gap to fill, in microseconds: since the carried value, or between the two values of a line. */
  readonly maxGap: number
}

/** Fills the gaps of a column in place. `times` ascend, and `values` has one for each, null where there is none. */
export function fillColumn(
  times: ArrayLike<number>,
  values: (SampleValue | null)[],
  around: Around,
  { fill, maxGap }: Filling,
): (SampleValue | null)[] {
  if (fill === 'previous') return carryOn(times, values, around.before, maxGap)
  return fill === 'linear' ? interpolate(times, values, around, maxGap) : values
}

function carryOn(
  times: ArrayLike<number>,
  values: readonly (SampleValue | null)[],
  before: Known | undefined,
  maxGap: number,
): (SampleValue | null)[] {
  let last = before
  return values.map((value, i) => {
    const time = times[i] ?? 0
    if (value !== null) last = { time, value }
    return last && time - last.time <= maxGap ? last.value : null
  })
}

function interpolate(
  times: ArrayLike<number>,
  values: readonly (SampleValue | null)[],
  { before, after }: Around,
  maxGap: number,
): (SampleValue | null)[] {
  const nexts = nextKnown(times, values, after)
  let last = before
  return values.map((value, i) => {
    const time = times[i] ?? 0
    if (value !== null) last = { time, value }
    return value ?? onLine(last, nexts[i], time, maxGap)
  })
}

/** For each position, the nearest value at or after it. */
function nextKnown(
  times: ArrayLike<number>,
  values: readonly (SampleValue | null)[],
  after: Known | undefined,
): (Known | undefined)[] {
  const nexts: (Known | undefined)[] = []
  let next = after
  for (let i = values.length - 1; i >= 0; i -= 1) {
    const value = values[i] ?? null
    if (value !== null) next = { time: times[i] ?? 0, value }
    nexts[i] = next
  }
  return nexts
}

function onLine(
  from: Known | undefined,
  to: Known | undefined,
  time: number,
  maxGap: number,
): number | null {
  if (typeof from?.value !== 'number' || typeof to?.value !== 'number') return null
  const gap = to.time - from.time
  if (gap > maxGap) return null
  return between(from.value, to.value, time - from.time, gap)
}
