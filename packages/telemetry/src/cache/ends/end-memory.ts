/**
 * What the one process that writes samples remembers of buckets that a range may cut: all their samples, so that a range
 * that moves on by a second is computed here. What it answers is what the tables and the log of samples say:
 *
 * - The writer notifies it of every sample once it is kept and before its answer, in version order. What is
 *   written while a bucket is being read counts after what was read.
 * - Of erasures, of statements of which nobody knows whether they were done, and of what nobody acknowledged it knows as
 *   `cache/buckets/` does.
 */
import { LRUCache } from 'lru-cache'
import type { Write } from '../../write/blocks/write.ts'
import { Followers } from '../followers.ts'
import { AGGREGATES_AGE_MS, type Memory, trackIndeterminate } from '../remembering.ts'
import { Bucket, keyOf, type SampleRow, type SeriesSamples } from './bucket.ts'
import type { EndQuestion } from './end-question.ts'

/** Reads all samples of whole buckets. Rejects where there are too many to be kept. */
export type ReadSamples = (buckets: readonly number[]) => Promise<readonly SampleRow[]>

/** Samples by bucket; undefined where the store had better be asked. */
export type SamplesOf = (
  buckets: readonly number[],
) => Promise<ReadonlyMap<number, SeriesSamples> | undefined>

export interface EndMemory extends Memory {
  /** Reads only what is not remembered. What is answered is of use until something is awaited. */
  through(question: EndQuestion, read: ReadSamples): SamplesOf
  /** Notifies it of writes that are kept, and not acknowledged yet. */
  written(writes: readonly Write[]): void
  counts(): EndCounts
}

export interface EndCounts {
  readonly buckets: number
  readonly bytes: number
  /** Askings since the start of which all was known, some was read, or the store was left to answer. */
  readonly known: number
  readonly read: number
  readonly left: number
}

const MAX_BYTES = 32 * 1024 * 1024
/** Whatever their size: they are looked through each time that one is added. */
const MAX_BUCKETS = 2_000
/** Of keys of questions. */
const MAX_KEY_BYTES = 4 * 1024 * 1024
/** A write of more rows is not walked through by every bucket. */
const MOST_ROWS = 2_000
/** A question that something is read for so often in a row is left to the store. */
const MOST_READINGS = 3

/** One function: each part changes what the others read (the cache, its bytes, the readings under way). */
export function rememberEnds({
  monotonic = () => performance.now(),
  maxBytes = MAX_BYTES,
  mostSamples = 100_000,
}: {
  /** Milliseconds of a clock that never goes back. */
  readonly monotonic?: () => number
  readonly maxBytes?: number
  /** Of a bucket. */
  readonly mostSamples?: number
} = {}): EndMemory {
  const aging = { ttl: AGGREGATES_AGE_MS, ttlResolution: 0, perf: { now: monotonic } }
  const kept = new LRUCache<string, Bucket>({
    ...{ max: MAX_BUCKETS, ...aging },
    dispose(bucket) {
      bucket.isKept = false
      bytes -= bucket.bytes
      followers.delete(bucket, bucket.question)
    },
  })
  /** Of questions asked lately, how often in a row something was read. */
  const asked = new LRUCache<string, number>({
    ...{ maxSize: MAX_KEY_BYTES, ...aging },
    sizeCalculation: (_, key) => key.length + 100,
  })
  /** Buckets that are being read included. */
  const followers = new Followers<Bucket>()
  const underWay = new Map<string, Promise<void>>()
  const outcomes = trackIndeterminate(monotonic)
  const askings = { known: 0, read: 0, left: 0 }
  let bytes = 0

  /** One that is larger would push out many. */
  const isOfUse = (bucket: Bucket) =>
    !bucket.isLost && bucket.bytes <= maxBytes / 4 && bucket.samples <= mostSamples

  function keep(bucket: Bucket): void {
    // A dashboard that moves on leaves a bucket behind every few minutes.
    kept.purgeStale()
    kept.set(bucket.key, bucket)
    bucket.isKept = true
    bytes += bucket.bytes
    while (bytes > maxBytes) kept.pop()
  }

  function lose(bucket: Bucket): void {
    bucket.isLost = true
    if (bucket.isKept) kept.delete(bucket.key)
  }

  function tell(bucket: Bucket, write: Write): void {
    // A reading that hangs is notified of more and more.
    if (write.samples.rows > MOST_ROWS || bucket.waiting > mostSamples) lose(bucket)
    if (bucket.isLost) return
    const { bytes: before } = bucket
    bucket.tell(write)
    if (!bucket.isKept) return
    bytes += bucket.bytes - before
    if (isOfUse(bucket)) return
    lose(bucket)
    leave(bucket.question)
  }

  /** For a while. */
  function leave({ key }: EndQuestion): void {
    asked.set(key, MOST_READINGS)
  }

  function forgetAll(): void {
    for (const bucket of followers.all()) lose(bucket)
  }

  /** Reads buckets and keeps them; undefined where they cannot be read or are of too much. */
  async function readAndKeep(question: EndQuestion, buckets: readonly number[], read: ReadSamples) {
    const fresh = buckets.map((number) => new Bucket(question, number))
    for (const bucket of fresh) followers.add(bucket, question)
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    underWay.set(question.key, ended)
    try {
      const rows = await read(buckets)
      for (const bucket of fresh) bucket.fill(rows)
      for (const bucket of fresh.filter(isOfUse)) keep(bucket)
      if (fresh.every((bucket) => bucket.isLost || isOfUse(bucket))) return fresh
    } catch {
      // The store says itself what is wrong, or answers what is less.
    } finally {
      for (const bucket of fresh) if (!bucket.isKept) followers.delete(bucket, question)
      underWay.delete(question.key)
      end()
    }
    leave(question)
    return undefined
  }

  async function samplesOf(question: EndQuestion, buckets: readonly number[], read: ReadSamples) {
    const { key } = question
    for (;;) {
      const readings = asked.get(key)
      if (readings === undefined || readings >= MOST_READINGS) return undefined
      // While a write is indeterminate, a reading may miss it.
      if (outcomes.isIndeterminate()) return undefined
      const known = buckets.flatMap((number) => kept.get(keyOf(key, number)) ?? [])
      const missing = buckets.filter((number) => !known.some((bucket) => bucket.number === number))
      if (missing.length === 0) {
        asked.set(key, 0)
        return { known, fresh: [] }
      }
      if (!underWay.has(key)) {
        asked.set(key, readings + 1)
        const fresh = await readAndKeep(question, missing, read)
        return fresh && { known, fresh }
      }
      // Many open a dashboard at once. Who comes later waits, and reads what is missing then.
      await underWay.get(key)
    }
  }

  return {
    through: (question, read) => async (buckets) => {
      const isNew = !asked.has(question.key)
      const found = isNew ? undefined : await samplesOf(question, buckets, read)
      // Most questions are never asked again.
      if (isNew) asked.set(question.key, 0)
      askings[found ? (found.fresh.length > 0 ? 'read' : 'known') : 'left'] += 1
      const all = found && [...found.known, ...found.fresh]
      return all && new Map(all.map(({ number, series }) => [number, series]))
    },
    written(writes) {
      if (followers.isEmpty) return
      for (const write of writes) {
        const all = followers.of(write)
        if (all === undefined) continue
        const { earliest, latest } = write.samples.timeRange()
        for (const bucket of all) {
          if (latest >= bucket.span.from && earliest < bucket.span.to) tell(bucket, write)
        }
      }
      while (bytes > maxBytes) kept.pop()
    },
    forget(thing) {
      for (const bucket of followers.of(thing) ?? []) lose(bucket)
    },
    forgetAll,
    noteIndeterminate() {
      outcomes.noteIndeterminate()
      forgetAll()
    },
    counts: () => ({ buckets: kept.size, bytes, ...askings }),
  }
}
