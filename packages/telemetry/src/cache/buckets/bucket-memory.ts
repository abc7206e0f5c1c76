/**
 * Caches the aggregates that were requested, on each node. Its answers agree with the tables and the log of samples:
 *
 * - Only whole buckets are cached. A write invalidates the buckets it touches, including those being read: a single
 *   writer before it acknowledges, nodes of a shared log before the next query.
 * - An erasure invalidates everything of its thing before it is answered.
 * - After an indeterminate statement nothing is cached until the statement must have ended.
 * - Changes that nobody acknowledged (by the statement of a killed process, or by hand) show within AGGREGATES_AGE_MS,
 *   and within a further MAX_AGE_MS where aggregates were computed from samples in memory.
 */
import { inSlices } from '@sluice/runtime'
import { LRUCache } from 'lru-cache'
import { overlapOf, widthOf, without } from '../../query/axis/range-parts.ts'
import {
  concatenated,
  countIn,
  emptyTable,
  reversed,
  type Table,
  within,
} from '../../query/buckets/table.ts'
import type { Order } from '../../query/pages/spans.ts'
import type { Range } from '../../query/plan/range.ts'
import type { ThingNumbers } from '../../thing-numbers.ts'
import type { Write } from '../../write/blocks/write.ts'
import { type Followed, Followers } from '../followers.ts'
import { AGGREGATES_AGE_MS, type Memory, type MemoryOptions } from '../remembering.ts'

export type ReadBuckets = (buckets: Range, order: Order) => Promise<Table>

/** Reads disjoint spans of buckets, in ascending order. */
export type ReadSpans = (spans: readonly Range[], order: Order) => Promise<Table>

/** Identifies aggregates, whatever the range of buckets. */
interface Aggregates extends Followed {
  /** Unique across organizations. */
  readonly key: string
  /** The bucket of a time in epoch microseconds. */
  readonly numberOf: (micros: number) => number
  /** The start of a bucket in epoch microseconds. */
  readonly startOf: (bucket: number) => number
}

export interface Question extends Aggregates {
  /** The buckets that lie wholly inside the range: those at its ends may be cut. */
  readonly whole: Range
  /** A read of more buckets than this may leave some out, so it is not cached. */
  readonly most: number
}

export interface BucketMemory extends Memory {
  /** Wraps `read` so that only uncached buckets are read. */
  through(question: Question, read: ReadSpans): ReadBuckets
  /** To be called when writes are durable, before they are acknowledged. */
  written(writes: readonly Write[]): void
  counts(): BucketCounts
}

export interface BucketCounts {
  readonly bytes: number
  /** Reads since the start of which all, some or none of the buckets were cached. */
  readonly known: number
  readonly partly: number
  readonly unknown: number
}

/** Consecutive buckets. The table may hold others, too. */
interface Part {
  readonly buckets: Range
  readonly table: Table
}

interface Entry {
  readonly question: Aggregates
  readonly readAt: number
  /** The buckets that are still valid; writes shrink it. */
  known: Range
  /** The same in epoch microseconds. Most writes are later, which this tells without a calendar. */
  times: Range
  /** May hold buckets outside `known`, too. */
  table: Table
  bytes: number
}

const MAX_BYTES = 64 * 1024 * 1024

/**
 * Approximate heap use, measured: an empty entry (1,200 to 1,700), a value without its text, and each thing of an
 * entry.
 */
const ENTRY_BYTES = 1500
const VALUE_BYTES = 40
const THING_BYTES = 100

const NONE: Range = { from: 0, to: 0 }

/** One function, since reading, narrowing and invalidating change the same entries in an order that matters. */
export function rememberBuckets({
  monotonic = () => performance.now(),
  isIndeterminate,
  maxBytes = MAX_BYTES,
}: MemoryOptions & { readonly maxBytes?: number }): BucketMemory {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes,
    dispose: (entry) => followers.delete(entry),
  })
  /** Includes reads in flight. */
  const followers = new Followers<Entry>()
  /** Reads of whole buckets in flight, by the key of their question. */
  const inFlight = new Map<string, { readonly buckets: Range; readonly ended: Promise<void> }>()
  const readings = { known: 0, partly: 0, unknown: 0 }

  /** Shrinks what is valid of an entry. An entry with nothing valid is kept only while it is being read. */
  function narrow(entry: Entry, known: Range): void {
    const { question } = entry
    entry.known = known
    entry.times = timesOf(question, known)
    if (widthOf(known) === 0 && entries.peek(question.key) === entry) entries.delete(question.key)
  }

  function find(key: string): Entry | undefined {
    const entry = entries.get(key)
    return entry && monotonic() - entry.readAt <= AGGREGATES_AGE_MS ? entry : undefined
  }

  /** Reads the missing buckets and caches them together with those kept from the older entry. */
  async function readAndKeep(
    question: Question,
    { kept, wanted, known, readAt }: Keeping,
    missing: readonly Range[],
    read: ReadSpans,
  ): Promise<Part[]> {
    const times = timesOf(question, known)
    // While a removal is indeterminate, a read may still see what it removes. One that becomes so meanwhile empties
    // `known`.
    const mayBeStale = isIndeterminate(question.organization)
    const entry: Entry = { question, readAt, known, times, table: kept.table, bytes: 0 }
    followers.add(entry, question)
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const reading = { buckets: wanted, ended }
    inFlight.set(question.key, reading)
    try {
      const found = await readParts(missing, read)
      const whole = found.map(({ buckets, table }) => {
        return { buckets: overlapOf(buckets, wanted), table }
      })
      // Writes during the read narrow `known`; the table then holds more than is valid.
      entry.table = await inSlices(joined([kept, ...whole], entry.known))
      entry.bytes = await inSlices(sizeOf(entry))
      const isOfUse = widthOf(entry.known) > 0 && entry.bytes <= maxBytes
      if (isOfUse && !mayBeStale) entries.set(question.key, entry)
      return found
    } finally {
      if (entries.peek(question.key) !== entry) followers.delete(entry)
      if (inFlight.get(question.key) === reading) inFlight.delete(question.key)
      end()
    }
  }

  function forget(thing: ThingNumbers): void {
    for (const entry of followers.of(thing)) narrow(entry, NONE)
  }

  function forgetAll(isAmong: (thing: ThingNumbers) => boolean): void {
    for (const entry of followers.among(isAmong)) narrow(entry, NONE)
  }

  return {
    through: (question, read) => async (buckets, order) => {
      const wanted = overlapOf(buckets, question.whole)
      if (widthOf(wanted) === 0 || widthOf(buckets) > question.most) return read([buckets], order)
      // Single flight: many people open a dashboard at once. Later callers wait, then read what is still missing.
      const reading = inFlight.get(question.key)
      if (reading && widthOf(overlapOf(reading.buckets, wanted)) > 0) await reading.ended
      const old = find(question.key)
      const used = old ? overlapOf(old.known, wanted) : NONE
      const missing = without(buckets, widthOf(used) > 0 ? [used] : [])
      readings[howMuch(used, missing)] += 1
      const remembered = { buckets: used, table: old?.table ?? emptyTable }
      const isKnown = widthOf(used) === widthOf(wanted)
      const found = isKnown
        ? await readParts(missing, read)
        : await readAndKeep(question, keepingOf(old, wanted, monotonic()), missing, read)
      const [only, second] = found
      // Nobody else has what was read: what is kept of it was copied.
      const isOnly = widthOf(used) === 0 && only !== undefined && second === undefined
      const table = isOnly ? only.table : await inSlices(joined([remembered, ...found], buckets))
      return order === 'asc' ? table : reversed(table)
    },
    written(writes) {
      if (followers.isEmpty) return
      for (const { organization, thing, samples } of writes) {
        const all = followers.of({ organization, thing })
        if (all.length === 0) continue
        const { earliest, latest } = samples.timeRange()
        for (const entry of all) {
          if (latest < entry.times.from || earliest >= entry.times.to) continue
          const { numberOf } = entry.question
          const touched = { from: numberOf(earliest), to: numberOf(latest) + 1 }
          narrow(entry, restOf(entry, touched))
        }
      }
    },
    forget,
    forgetAll,
    isEmpty: () => followers.isEmpty,
    counts: () => ({ bytes: entries.calculatedSize, ...readings }),
  }
}

function timesOf({ startOf }: Aggregates, { from, to }: Range): Range {
  return { from: startOf(from), to: startOf(to) }
}

/** What a new entry is built from. */
interface Keeping extends Pick<Entry, 'known' | 'readAt'> {
  /** From the older entry. */
  readonly kept: Part
  /** The requested buckets that are whole. */
  readonly wanted: Range
}

/**
 * Keeps what was known if it adjoins the new range, but does not let a range that moves with the clock grow without
 * bound.
 */
function keepingOf(old: Entry | undefined, wanted: Range, now: number): Keeping {
  const table = old?.table ?? emptyTable
  const known = old?.known ?? NONE
  const isNear = widthOf(known) > 0 && known.from <= wanted.to && wanted.from <= known.to
  const both = { from: Math.min(known.from, wanted.from), to: Math.max(known.to, wanted.to) }
  const readAt = isNear && old ? old.readAt : now
  if (isNear && widthOf(both) <= 2 * widthOf(wanted)) {
    return { kept: { buckets: known, table }, wanted, known: both, readAt }
  }
  return { kept: { buckets: overlapOf(known, wanted), table }, wanted, known: wanted, readAt }
}

/** Reads spans of buckets, if any, in ascending order of time. */
async function readParts(missing: readonly Range[], read: ReadSpans): Promise<Part[]> {
  const table = missing.length === 0 ? emptyTable : await read(missing, 'asc')
  return missing.map((buckets) => ({ buckets, table }))
}

/** Copies some buckets from disjoint parts. The caller may modify the result. */
function* joined(parts: readonly Part[], wanted: Range): Generator<void, Table> {
  const tables: Table[] = []
  for (const { buckets, table } of parts.toSorted((a, b) => a.buckets.from - b.buckets.from)) {
    tables.push(yield* within(table, overlapOf(buckets, wanted)))
  }
  return concatenated(tables)
}

function howMuch(used: Range, missing: readonly Range[]) {
  if (missing.length === 0) return 'known'
  return widthOf(used) > 0 ? 'partly' : 'unknown'
}

/**
 * Keeps the side with more values, so that for a range until tonight the empty rest of the day is not what remains.
 * While no values are known it keeps the earlier side, since most writes are recent.
 */
function restOf({ known, table }: Entry, touched: Range): Range {
  if (touched.to <= known.from || touched.from >= known.to) return known
  const before = { from: known.from, to: Math.max(known.from, touched.from) }
  const after = { from: Math.min(touched.to, known.to), to: known.to }
  if (widthOf(before) === 0) return after
  return countIn(table, before) >= countIn(table, after) ? before : after
}

function* sizeOf({ question: { key, things }, table }: Entry): Generator<void, number> {
  let bytes = ENTRY_BYTES + things.length * THING_BYTES + key.length
  for (const { values } of table.columns) {
    yield
    bytes += values.length * VALUE_BYTES
    for (const value of values) if (typeof value === 'string') bytes += value.length
  }
  return bytes
}
