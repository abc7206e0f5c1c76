import { HourTallies } from './hour-tallies.ts'
import { extended, lengthFor, TimeList } from './time-list.ts'

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
  #times: TimeList
  /** Of the times that were allocated for this chunk. Others may share them. */
  #timeBytes = 0
  #numbers: Float64Array = NONE
  #texts: string[] | undefined
  #length = 0
  #textBytes = 0
  #late: LateSample[] = []
  /** Of the current lists, without late samples. */
  #hours: HourTallies | undefined

  /** @param times Those of a chunk that may have the same. */
  constructor(times = new TimeList()) {
    this.#times = times
    times.users += 1
  }

  get times(): TimeList {
    return this.#times
  }

  /** Approximate memory use. */
  get bytes(): number {
    const lists = this.#timeBytes + this.#numbers.byteLength
    const hours = this.#length < HOURS_FROM ? 0 : HOURS_BYTES
    return CHUNK_BYTES + lists + hours + this.#textBytes + this.#late.length * LATE_BYTES
  }

  /** Whether there are late samples, which {@link run} will merge. */
  get isUnsorted(): boolean {
    return this.#late.length > 0
  }

  put(time: number, number: number, text: string): void {
    const last = this.#length - 1
    if (last < 0 || time > (this.#times.times[last] ?? 0)) {
      this.#push(time, number, text)
      return
    }
    this.#late.push([time, number, text])
    this.#textBytes += 2 * text.length
    if (this.#late.length > MAX_LATE) this.#mergeLate()
  }

  /** Appends numbers with ascending times, all later than those of the chunk. */
  append(times: Float64Array, numbers: Float64Array): void {
    const at = this.#length
    const end = at + times.length
    if (!this.#times.accepts(at, times)) this.#separate(this.#times.upTo(at))
    const before = this.#times.times.byteLength
    this.#times.put(at, times)
    this.#timeBytes += this.#times.times.byteLength - before
    if (end > this.#numbers.length) this.#numbers = extended(this.#numbers, end)
    this.#numbers.set(numbers, at)
    this.#length = end
    this.#hours = undefined
  }

  /** Sets the string of a sample that was appended as NaN. */
  setText(time: number, text: string): void {
    const { times } = this.#times
    const at = placeIn(times, time, 0, this.#length)
    if (at < this.#length && times[at] === time) this.#putText(at, text)
  }

  /** All samples, including late ones. */
  run(): SampleRun {
    if (this.isUnsorted) this.#mergeLate()
    return {
      times: this.#times.times,
      numbers: this.#numbers,
      texts: this.#texts,
      first: 0,
      end: this.#length,
      chunk: this.#length < HOURS_FROM ? undefined : this,
    }
  }

  /** The hourly tallies of a run, if they are computed already. */
  knownHoursOf({ numbers }: SampleRun): HourTallies | undefined {
    return numbers === this.#numbers && this.#hours?.isStale === false ? this.#hours : undefined
  }

  /** The hourly tallies of a run, computed if need be; undefined if its lists have been replaced. */
  hoursOf({ times, numbers }: SampleRun): HourTallies | undefined {
    if (numbers !== this.#numbers) return undefined
    this.#hours ??= new HourTallies(times[0] ?? 0)
    this.#hours.refresh({ times: this.#times.times, numbers, end: this.#length })
    return this.#hours
  }

  #push(time: number, number: number, text: string): void {
    const at = this.#length
    this.#hours?.forget(time)
    const before = this.#times.times.byteLength
    if (this.#times.putOne(at, time)) this.#timeBytes += this.#times.times.byteLength - before
    else {
      this.#separate(this.#times.upTo(at))
      this.#times.putOne(at, time)
    }
    if (at === this.#numbers.length) this.#numbers = extended(this.#numbers, lengthFor(at))
    this.#numbers[at] = number
    this.#length = at + 1
    this.#putText(at, text)
  }

  /** Goes on with times of its own. */
  #separate(own: TimeList): void {
    const left = this.#times
    left.users -= 1
    own.users = 1
    this.#times = own
    // What others still use stays with whom it was allocated for.
    this.#timeBytes = own.times.byteLength + (left.users > 0 ? this.#timeBytes : 0)
  }

  /** Merges into new lists, so that runs taken before do not change. */
  #mergeLate(): void {
    const late = inOrder(this.#late)
    const before = { times: this.#times.times, numbers: this.#numbers, texts: this.#texts }
    const room = this.#length + late.length
    const [times, numbers] = [new Float64Array(room), new Float64Array(room)]
    this.#numbers = numbers
    this.#texts = undefined
    this.#textBytes = 0
    this.#late = []
    this.#hours = undefined
    /** How far the lists before are copied, and the new ones are filled. */
    let [from, to] = [0, 0]
    const copyUntil = (end: number) => {
      times.set(before.times.subarray(from, end), to)
      numbers.set(before.numbers.subarray(from, end), to)
      for (let at = from; before.texts && at < end; at += 1) {
        this.#putText(to + at - from, before.texts[at] ?? '')
      }
      to += end - from
      from = end
    }
    for (const [time, number, text] of late) {
      copyUntil(placeIn(before.times, time, from, this.#length))
      if (from < this.#length && before.times[from] === time) from += 1
      times[to] = time
      numbers[to] = number
      this.#putText(to, text)
      to += 1
    }
    copyUntil(this.#length)
    // Corrections alone change no times.
    if (to > this.#length) this.#separate(new TimeList(times, to))
    this.#length = to
  }

  #putText(at: number, text: string): void {
    if (text === '') return
    this.#texts ??= []
    this.#texts[at] = text
    this.#textBytes += TEXT_BYTES + 2 * text.length
  }
}

/** Sorted by time, keeping the last sample of each time. */
function inOrder(late: readonly LateSample[]): LateSample[] {
  const latest = new Map(late.map((sample) => [sample[0], sample]))
  return [...latest.values()].sort(([a], [b]) => a - b)
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
