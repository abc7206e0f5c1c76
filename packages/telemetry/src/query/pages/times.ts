import { atOnce, inSlices } from '@sluice/runtime'
import type { Axis } from '../axis/axis.ts'

/** Times between two yields: each takes a fraction of a microsecond, in a calendar a few. */
const TIMES_PER_YIELD = 64

/** The times of an axis' positions in epoch microseconds. A typed array, since the numbers in a list would be boxed. */
export async function timesOf(axis: Axis, positions: readonly number[]): Promise<Float64Array> {
  const making = makeTimes(axis, positions)
  return positions.length > TIMES_PER_YIELD ? inSlices(making) : atOnce(making)
}

function* makeTimes(axis: Axis, positions: readonly number[]): Generator<void, Float64Array> {
  const times = new Float64Array(positions.length)
  for (const [i, position] of positions.entries()) {
    if (i % TIMES_PER_YIELD === 0) yield
    times[i] = axis.timeOf(position)
  }
  return times
}
