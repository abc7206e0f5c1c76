import { inSlices } from '@sluice/runtime'
import type { Axis } from '../axis/axis.ts'

/** Times between two yields: each takes a fraction of a microsecond, in a calendar a few. */
const TIMES_PER_YIELD = 64

/** The times of an axis' positions in epoch microseconds. A typed array, since the numbers in a list would be boxed. */
export async function timesOf(axis: Axis, positions: readonly number[]): Promise<Float64Array> {
  const times = new Float64Array(positions.length)
  await each(times, (i) => {
    times[i] = axis.timeOf(positions[i] as number)
  })
  return times
}

/** Synchronous if there are few. */
async function each({ length }: ArrayLike<number>, make: (index: number) => void): Promise<void> {
  if (length > TIMES_PER_YIELD) return inSlices(making(length, make))
  for (let i = 0; i < length; i += 1) make(i)
}

function* making(length: number, make: (index: number) => void): Generator<void, void> {
  for (let i = 0; i < length; i += 1) {
    if (i % TIMES_PER_YIELD === 0) yield
    make(i)
  }
}
