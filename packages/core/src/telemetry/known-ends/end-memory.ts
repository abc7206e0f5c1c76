/**
 * What the one process that writes samples remembers of buckets that a range may cut: all their samples, so that a range
 * that moves on by a second is reckoned here. What it answers is what the tables and the log of samples say:
 *
 * - A sample that is written later than all others of its series and bucket is added. Any other write to a bucket has it read again,
 *   and so has one that comes while the bucket is being read.
 * - Of erasures, of statements of which nobody knows whether they were done, and of what nobody acknowledged it knows as
 *   `known-buckets/` does.
 */
import { LRUCache } from 'lru-cache'
import type { Write } from '../blocks/write.ts'
import { type Followed, Followers } from '../followers.ts'
import { MAX_AGE_MS, type Memory, trackDoubt } from '../remembering.ts'
import { Bucket, keyOf, type SampleRow, type SeriesSamples } from './bucket.ts'

/** Series whose samples are asked for by the bucket. */
export interface EndQuestion extends Followed {
  /** Tells it from all others, of all organizations. */
  readonly key: string
  readonly metrics: readonly number[]
  /** When a bucket begins, in epoch microseconds. */
  readonly startOf: (bucket: number) => number
}

/** Reads all samples of whole buckets, those of a series in the order of times; undefined where there are too many to be kept. */
export type ReadSamples = (buckets: readonly number[]) => Promise<readonly SampleRow[] | undefined>

/** Samples by bucket; undefined where there are too many, or where they are asked for the first time. */
export type SamplesOf = (
  buckets: readonly number[],
) => Promise<ReadonlyMap<number, SeriesSamples> | undefined>

export interface EndMemory extends Memory {
  /** Reads only what is not remembered. What is answered is of use until something is awaited. */
  through(question: EndQuestion, read: ReadSamples): SamplesOf
  /** Tells of writes that are kept, and not acknowledged yet. */
  written(writes: readonly Write[]): void
  counts(): { readonly buckets: number; readonly bytes: number }
}

const MAX_BYTES = 32 * 1024 * 1024
/** Whatever their size: they are looked through each time that one is added. */
const MOST_BUCKETS = 2_000
const MOST_QUESTIONS = 2_000

export function rememberEnds({
  monotonic = () => performance.now(),
  maxBytes = MAX_BYTES,
}: {
  /** Milliseconds of a clock that never goes back. */
  readonly monotonic?: () => number
  readonly maxBytes?: number
} = {}): EndMemory {
  const aging = { ttl: MAX_AGE_MS, ttlResolution: 0, perf: { now: monotonic } }
  const kept = new LRUCache<string, Bucket>({
    ...{ max: MOST_BUCKETS, ...aging },
    dispose(bucket) {
      bytes -= bucket.bytes
      followers.delete(bucket, bucket.question)
    },
  })
  /** What is known of questions of which nothing is kept. */
  const asked = new LRUCache<string, 'lately' | 'for too many'>({ max: MOST_QUESTIONS, ...aging })
  /** Buckets that are being read included. */
  const followers = new Followers<Bucket>()
  const underWay = new Map<string, Promise<void>>()
  const doubts = trackDoubt(monotonic)
  let bytes = 0

  const isKept = (bucket: Bucket) => kept.peek(bucket.key) === bucket

  function keep(bucket: Bucket): void {
    // A dashboard that moves on leaves a bucket behind every few minutes.
    kept.purgeStale()
    kept.set(bucket.key, bucket)
    bytes += bucket.bytes
    while (bytes > maxBytes) kept.pop()
  }

  function lose(bucket: Bucket): void {
    bucket.isLost = true
    if (isKept(bucket)) kept.delete(bucket.key)
  }

  /** Of one that is being read nobody knows whether it finds the write. */
  function tell(bucket: Bucket, write: Write): void {
    const { bytes: before } = bucket
    const isTaken = isKept(bucket) && bucket.take(write)
    bytes += bucket.bytes - before
    if (!isTaken) lose(bucket)
  }

  function forgetAll(): void {
    for (const bucket of followers.all()) lose(bucket)
  }

  async function readAndKeep(question: EndQuestion, buckets: readonly number[], read: ReadSamples) {
    // What begins in doubt may miss what the statement does later. A doubt that comes meanwhile leaves nothing known.
    const isDoubted = doubts.isDoubted()
    const fresh = buckets.map((number) => new Bucket(question, number))
    for (const bucket of fresh) followers.add(bucket, question)
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    underWay.set(question.key, ended)
    try {
      const rows = await read(buckets)
      if (rows === undefined) {
        asked.set(question.key, 'for too many')
        return undefined
      }
      for (const row of rows) fresh.find((bucket) => bucket.holds(row[0]))?.add(...row)
      for (const bucket of fresh) if (!bucket.isLost && !isDoubted) keep(bucket)
      return fresh
    } finally {
      for (const bucket of fresh) if (!isKept(bucket)) followers.delete(bucket, question)
      if (underWay.get(question.key) === ended) underWay.delete(question.key)
      end()
    }
  }

  return {
    through: (question, read) => async (buckets) => {
      const before = asked.get(question.key)
      // Most questions are never asked again.
      if (before !== 'for too many') asked.set(question.key, 'lately')
      if (before !== 'lately') return undefined
      // Many open a dashboard at once. Who comes later waits, and reads what is missing then.
      if (underWay.has(question.key)) await underWay.get(question.key)
      const known = buckets.flatMap((number) => kept.get(keyOf(question.key, number)) ?? [])
      const missing = buckets.filter((number) => !known.some((bucket) => bucket.number === number))
      const fresh = missing.length === 0 ? [] : await readAndKeep(question, missing, read)
      return fresh && new Map([...known, ...fresh].map(({ number, series }) => [number, series]))
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
    doubt() {
      doubts.doubt()
      forgetAll()
    },
    counts: () => ({ buckets: kept.size, bytes }),
  }
}
