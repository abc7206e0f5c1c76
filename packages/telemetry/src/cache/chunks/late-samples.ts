import { placeIn } from '../place-in.ts'

/** A sample that is not later than all others of its chunk. */
export type LateSample = readonly [time: number, number: number, text: string]

/** Samples in the order of their times, of which the first `end` count. */
export interface SortedSamples {
  readonly times: Float64Array
  readonly numbers: Float64Array
  /** The strings by index, empty where the sample is a number; undefined if all are numbers. */
  readonly texts: string[] | undefined
  readonly end: number
}

export interface MergedSamples extends SortedSamples {
  /** Approximate heap use of the strings. */
  readonly textBytes: number
}

/** Samples that are copied between two yields: half a MiB. */
const SAMPLES_PER_YIELD = 32_768

/** Samples together with late ones, in new lists. Of each time, the last sample put counts. */
export function* withLate(
  sorted: SortedSamples,
  late: readonly LateSample[],
): Generator<void, MergedSamples> {
  const room = sorted.end + late.length
  const [times, numbers] = [new Float64Array(room), new Float64Array(room)]
  let texts: string[] | undefined
  let textBytes = 0
  /** How far the lists before are copied, and the new ones are filled. */
  let [from, to] = [0, 0]

  function* copyUntil(end: number): Generator<void, void> {
    while (from < end) {
      const next = Math.min(end, from + SAMPLES_PER_YIELD)
      times.set(sorted.times.subarray(from, next), to)
      numbers.set(sorted.numbers.subarray(from, next), to)
      for (let at = from; sorted.texts && at < next; at += 1) {
        putText(to + at - from, sorted.texts[at] ?? '')
      }
      to += next - from
      from = next
      yield
    }
  }

  function putText(at: number, text: string): void {
    if (text === '') return
    texts ??= []
    texts[at] = text
    textBytes += bytesOfText(text)
  }

  for (const [time, number, text] of inOrder(late)) {
    yield* copyUntil(placeIn(sorted.times, time, from, sorted.end))
    if (from < sorted.end && sorted.times[from] === time) from += 1
    times[to] = time
    numbers[to] = number
    putText(to, text)
    to += 1
  }
  yield* copyUntil(sorted.end)
  return { times, numbers, texts, textBytes, end: to }
}

/** Approximate heap use, measured. */
export function bytesOfText(text: string): number {
  return 40 + 2 * text.length
}

/** Sorted by time, keeping the last sample of each time. */
function inOrder(late: readonly LateSample[]): LateSample[] {
  const latest = new Map(late.map((sample) => [sample[0], sample]))
  return [...latest.values()].sort(([a], [b]) => a - b)
}
