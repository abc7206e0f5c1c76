import { placeIn } from '../place-in.ts'
import { HourTallies } from './hour-tallies.ts'
import { bytesOfText, type LateSample, type MergedSamples, withLate } from './late-samples.ts'
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

/** Who bounds the memory of chunks. */
interface Keeper {
  /** Takes in that a chunk uses more bytes than before, or less. */
  grow(bytes: number): void
}

/** Approximate heap use, measured: an empty chunk, and a late sample. */
const CHUNK_BYTES = 400
const LATE_BYTES = 100
/** A series that nobody reads gathers late samples, and lists that grow are copied at once, in a few milliseconds. */
const [MAX_LATE, MAX_SAMPLES] = [4096, 1_000_000]
/** Chunks of at least this many samples keep hourly tallies, which take this much memory. */
const HOURS_FROM = 1024
const HOURS_BYTES = 1200

const NONE = new Float64Array(0)

/**
 * All samples of a series in a UTC day. For each time, the last sample put counts.
 *
 * A run stays as it is while samples are put: later samples are appended after its end, and late ones and corrections are
 * merged into new lists.
 */
export class Chunk {
  #times: TimeList
  /** Of the times that were allocated for this chunk. Others may share them. */
  #timeBytes = 0
  /** Of such times that only others still use. */
  #leftBytes = 0
  #numbers: Float64Array = NONE
  #texts: string[] | undefined
  #length = 0
  #textBytes = 0
  #late: LateSample[] = []
  /** How many late samples were put, and how many of them are merged. */
  #latePut = 0
  #lateMerged = 0
  #keeper: Keeper | undefined
  /** The bytes that the keeper knows of. */
  #told = 0
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
    const lists = this.#timeBytes + this.#leftBytes + this.#numbers.byteLength
    const hours = this.#length < HOURS_FROM ? 0 : HOURS_BYTES
    return CHUNK_BYTES + lists + hours + this.#textBytes + this.#late.length * LATE_BYTES
  }

  /** Whether there are more samples than should be kept. Such a chunk may lack some. */
  get isTooLarge(): boolean {
    return this.#length > MAX_SAMPLES || this.#late.length > MAX_LATE
  }

  /** Tells a keeper of all changes of its memory use from now on, first of all of it; or no longer. */
  keptBy(keeper: Keeper | undefined): void {
    this.#keeper?.grow(-this.#told)
    this.#told = 0
    this.#keeper = keeper
    this.#tell()
  }

  put(time: number, number: number, text: string): void {
    const last = this.#length - 1
    if (last < 0 || time > (this.#times.times[last] ?? 0)) this.#push(time, number, text)
    else if (!this.isTooLarge) {
      this.#late.push([time, number, text])
      this.#latePut += 1
      this.#textBytes += 2 * text.length
    }
    this.#tell()
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
    this.#tell()
  }

  /** Sets the string of a sample that was appended as NaN. Returns false if there is none at this time. */
  setText(time: number, text: string): boolean {
    const { times } = this.#times
    const at = placeIn(times, time, 0, this.#length)
    if (at === this.#length || times[at] !== time || Number.isFinite(this.#numbers[at]))
      return false
    this.#putText(at, text)
    this.#tell()
    return true
  }

  /** All samples that were put before, including late ones, which are merged first. */
  *run(): Generator<void, SampleRun> {
    const wanted = this.#latePut
    while (this.#lateMerged < wanted) yield* this.#mergeLate()
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
    if (left.users > 0) this.#leftBytes += this.#timeBytes
    this.#timeBytes = own.times.byteLength
  }

  /** Merges late samples into new lists. Others may merge them in the meantime, and more may be put. */
  *#mergeLate(): Generator<void, void> {
    const [late, merged, end] = [this.#late, this.#lateMerged, this.#length]
    const [{ times }, numbers, texts] = [this.#times, this.#numbers, this.#texts]
    const count = late.length
    const made = yield* withLate({ times, numbers, texts, end }, late.slice(0, count))
    if (this.#lateMerged === merged) this.#take(made, end, count)
  }

  /** Replaces the first `end` samples by these, which contain as many late ones as well. */
  #take(made: MergedSamples, end: number, late: number): void {
    const { end: length } = made
    const before = { times: this.#times.times, numbers: this.#numbers, texts: this.#texts }
    const newer = this.#length - end
    this.#late = this.#late.slice(late)
    this.#lateMerged += late
    // Corrections alone change no times.
    if (length > end) this.#separate(new TimeList(made.times, length))
    this.#numbers = made.numbers
    this.#texts = made.texts
    this.#textBytes = made.textBytes
    this.#length = length
    for (const [, , text] of this.#late) this.#textBytes += 2 * text.length
    this.append(before.times.subarray(end, end + newer), before.numbers.subarray(end, end + newer))
    for (let at = 0; before.texts && at < newer; at += 1) {
      this.#putText(length + at, before.texts[end + at] ?? '')
    }
    this.#tell()
  }

  #putText(at: number, text: string): void {
    if (text === '') return
    this.#texts ??= []
    this.#texts[at] = text
    this.#textBytes += bytesOfText(text)
  }

  #tell(): void {
    if (!this.#keeper) return
    const { bytes } = this
    if (bytes === this.#told) return
    this.#keeper.grow(bytes - this.#told)
    this.#told = bytes
  }
}

/** The part of a run in a half-open range of time. */
export function within(run: SampleRun, from: number, to: number): SampleRun {
  const { times, first, end } = run
  const low = placeIn(times, from, first, end)
  return { ...run, first: low, end: placeIn(times, to, low, end) }
}
