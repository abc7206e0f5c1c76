import { HourTallies } from './hour-tallies.ts'

/** Samples of a series, from `first` to before `end`. Lists are immutable before `end`: changes make new lists. */
export interface SampleRun {
  /** Epoch microseconds, ascending and distinct. */
  readonly times: Float64Array
  /** NaN where the sample is a string. */
  readonly numbers: Float64Array
  /** The strings by index, empty where the sample is a number; undefined if all are numbers. */
  readonly texts: readonly string[] | undefined
  readonly first: number
  readonly end: number
  /** The chunk that owns these lists, if it keeps hourly tallies of them. */
  readonly chunk?: Chunk | undefined
}

/** A sample that is not later than all others of its chunk. */
type LateSample = readonly [time: number, number: number, text: string]

/** Approximate heap use, measured: an empty chunk, a text without its characters, and a late sample. */
const CHUNK_BYTES = 400
const TEXT_BYTES = 40
const LATE_BYTES = 100
/** Late samples are merged once there are this many, so that an unread series does not gather them. */
const MAX_LATE = 4096
/** Chunks of at least this many samples keep hourly tallies, which take this much memory. */
const HOURS_FROM = 1024
const HOURS_BYTES = 1200

const NONE = new Float64Array(0)

/**
 * All samples of a series in a UTC day. For each time, the last sample put counts.
 *
 * A run stays readable while samples are put: later samples are appended after its end, and late ones are merged into
 * new lists. A correction of an existing sample may or may not show in a run.
 */
export class Chunk {
  #times: Float64Array = NONE
  #numbers: Float64Array = NONE
  #texts: string[] | undefined
  #length = 0
  #textBytes = 0
  #late: LateSample[] = []
  /** Of the current lists, without late samples. */
  #hours: HourTallies | undefined

  /** Approximate memory use. */
  get bytes(): number {
    const lists = this.#times.byteLength + this.#numbers.byteLength
    const hours = this.#length < HOURS_FROM ? 0 : HOURS_BYTES
    return CHUNK_BYTES + lists + hours + this.#textBytes + this.#late.length * LATE_BYTES
  }

  /** Whether there are late samples, which {@link run} will merge. */
  get isUnsorted(): boolean {
    return this.#late.length > 0
  }

  put(time: number, number: number, text: string): void {
    const last = this.#length - 1
    if (last < 0 || time > (this.#times[last] ?? 0)) {
      this.#reserve(this.#length + 1)
      this.#push(time, number, text)
      return
    }
    this.#late.push([time, number, text])
    this.#textBytes += 2 * text.length
    if (this.#late.length > MAX_LATE) this.#mergeLate()
  }

  /** Appends numbers with ascending times, all later than those of the chunk. */
  append(times: Float64Array, numbers: Float64Array): void {
    const end = this.#length + times.length
    if (end > this.#times.length) this.#grow(end)
    this.#times.set(times, this.#length)
    this.#numbers.set(numbers, this.#length)
    this.#length = end
    this.#hours = undefined
  }

  /** Sets the string of a sample that was appended as NaN. */
  setText(time: number, text: string): void {
    const at = placeIn(this.#times, time, 0, this.#length)
    if (at === this.#length || this.#times[at] !== time) return
    this.#texts ??= []
    this.#texts[at] = text
    this.#textBytes += TEXT_BYTES + 2 * text.length
  }

  /** All samples, including late ones. */
  run(): SampleRun {
    if (this.isUnsorted) this.#mergeLate()
    return {
      times: this.#times,
      numbers: this.#numbers,
      texts: this.#texts,
      first: 0,
      end: this.#length,
      chunk: this.#length < HOURS_FROM ? undefined : this,
    }
  }

  /** The hourly tallies of a run, if they are computed already. */
  knownHoursOf({ times }: SampleRun): HourTallies | undefined {
    return times === this.#times && this.#hours?.isStale === false ? this.#hours : undefined
  }

  /** The hourly tallies of a run, computed if need be; undefined if its lists have been replaced. */
  hoursOf({ times }: SampleRun): HourTallies | undefined {
    if (times !== this.#times) return undefined
    this.#hours ??= new HourTallies(times[0] ?? 0)
    this.#hours.refresh({ times, numbers: this.#numbers, end: this.#length })
    return this.#hours
  }

  #push(time: number, number: number, text: string): void {
    const at = this.#length
    this.#hours?.forget(time)
    this.#times[at] = time
    this.#numbers[at] = number
    this.#length = at + 1
    if (text === '') return
    this.#texts ??= []
    this.#texts[at] = text
    this.#textBytes += TEXT_BYTES + 2 * text.length
  }

  #reserve(length: number): void {
    if (length > this.#times.length) this.#grow(Math.max(length, 16, Math.ceil(this.#length * 1.5)))
  }

  #grow(length: number): void {
    this.#times = extended(this.#times, length)
    this.#numbers = extended(this.#numbers, length)
  }

  /** Merges into new lists, so that runs taken before do not change. */
  #mergeLate(): void {
    const late = inOrder(this.#late)
    const before = { times: this.#times, numbers: this.#numbers, texts: this.#texts }
    const length = this.#length
    this.#times = new Float64Array(length + late.length)
    this.#numbers = new Float64Array(length + late.length)
    this.#texts = undefined
    this.#length = 0
    this.#textBytes = 0
    this.#late = []
    this.#hours = undefined
    let at = 0
    const copyBefore = (time: number) => {
      for (; at < length && (before.times[at] ?? 0) < time; at += 1) {
        this.#push(before.times[at] ?? 0, before.numbers[at] ?? 0, before.texts?.[at] ?? '')
      }
    }
    for (const [time, number, text] of late) {
      copyBefore(time)
      if (before.times[at] === time) at += 1
      this.#push(time, number, text)
    }
    copyBefore(Number.POSITIVE_INFINITY)
  }
}

/** Sorted by time, keeping the last sample of each time. */
function inOrder(late: readonly LateSample[]): LateSample[] {
  const latest = new Map(late.map((sample) => [sample[0], sample]))
  return [...latest.values()].sort(([a], [b]) => a - b)
}

function extended(list: Float64Array, length: number): Float64Array {
  const longer = new Float64Array(length)
  longer.set(list)
  return longer
}

/** Binary search: the first index in `[from, to)` whose number is not less than the given one, or `to`. */
export function placeIn(ascending: Float64Array, number: number, from: number, to: number): number {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] ?? 0) < number) low = middle + 1
    else high = middle
  }
  return low
}

/** The part of a run in a half-open range of time. */
export function within(run: SampleRun, from: number, to: number): SampleRun {
  const { times, first, end } = run
  const low = placeIn(times, from, first, end)
  return { ...run, first: low, end: placeIn(times, to, low, end) }
}
