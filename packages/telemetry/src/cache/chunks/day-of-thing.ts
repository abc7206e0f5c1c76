import { startOfDay } from '../../rollups/rules.ts'
import type { Write } from '../../write/blocks/write.ts'
import { Chunk } from './chunk.ts'
import type { TimeList } from './time-list.ts'

/** Approximate heap use, measured: a day of a thing without chunks, and a chunk without samples. */
const DAY_BYTES = 400
const EMPTY_BYTES = 40

/** What is cached for an organization. */
export interface Share {
  readonly organization: number
  readonly things: Map<number, Map<number, DayOfThing>>
  /** Those that were asked for, in LRU order. */
  readonly order: Set<DayOfThing>
  bytes: number
  /** Of all organizations. */
  readonly total: { bytes: number }
}

/** The cached chunks of a thing's day. Bounds count their memory while it is kept. */
export class DayOfThing {
  readonly share: Share
  readonly thing: number
  readonly day: number
  /** Monotonic time at which the oldest of its chunks was loaded, or at which it was first asked for. */
  since: number
  readonly #chunks = new Map<number, Chunk | undefined>()
  #bytes = 0
  #isKept = true

  constructor(share: Share, thing: number, day: number, since: number) {
    this.share = share
    this.thing = thing
    this.day = day
    this.since = since
    this.grow(DAY_BYTES)
  }

  /** By metric. Undefined means that the series has no samples on that day. */
  get chunks(): ReadonlyMap<number, Chunk | undefined> {
    return this.#chunks
  }

  set(metric: number, chunk: Chunk | undefined): void {
    if (this.#chunks.has(metric)) this.#chunks.get(metric)?.keptBy(undefined)
    else this.grow(EMPTY_BYTES)
    this.#chunks.set(metric, chunk)
    chunk?.keptBy(this)
  }

  /** Takes in that it uses more bytes than before, or less. Queries may still change its chunks when it is dropped. */
  grow(bytes: number): void {
    if (!this.#isKept) return
    this.#bytes += bytes
    this.share.bytes += bytes
    this.share.total.bytes += bytes
  }

  /** To be called when it is dropped. */
  release(): void {
    this.grow(-this.#bytes)
    this.#isKept = false
  }
}

/** Puts the rows from `first` on that have the same metric and day. */
export function putRun(
  held: DayOfThing,
  metric: number,
  samples: Write['samples'],
  first: number,
): { readonly next: number; readonly chunk: Chunk } {
  const { chunks, day } = held
  let chunk = chunks.get(metric)
  if (!chunk) {
    chunk = new Chunk(timesFrom(samples.timeAt(first), chunks))
    held.set(metric, chunk)
  }
  const [from, to] = [startOfDay(day), startOfDay(day + 1)]
  let next = first
  for (; next < samples.rows && samples.metrics[next] === metric; next += 1) {
    const time = samples.timeAt(next)
    if (time < from || time >= to) break
    const number = samples.numbers[next] ?? Number.NaN
    chunk.put(time, number, Number.isNaN(number) ? (samples.textAt(next) ?? '') : '')
  }
  return { next, chunk }
}

/** The times of a chunk that begins at a time: the next one may go on like it, as metrics of the same frames do. */
function timesFrom(time: number, chunks: DayOfThing['chunks']): TimeList | undefined {
  for (const chunk of chunks.values()) if (chunk?.times.accepts(0, [time])) return chunk.times
  return undefined
}
