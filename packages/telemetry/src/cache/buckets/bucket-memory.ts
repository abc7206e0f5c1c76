/**
 * What a node remembers of the aggregates that were requested. What it answers is what the tables and the log of samples say:
 *
 * - Whole buckets are read once. Those that a write touches are forgotten, by readings under way, too: of the only writer
 *   before it is acknowledged, of a shared log before the next question.
 * - Of a thing whose samples were erased all is forgotten before the erasure is answered.
 * - After an indeterminate statement nothing is remembered until it must have ended.
 * - What nobody acknowledged (a statement of a process that was killed, a change by hand) shows within AGGREGATES_AGE_MS, and
 *   within MAX_AGE_MS more where it was computed from samples in memory.
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
import { AGGREGATES_AGE_MS, type Memory, trackIndeterminate } from '../remembering.ts'

/** Reads consecutive buckets. */
export type ReadBuckets = (buckets: Range, order: Order) => Promise<Table>

/** The same of several spans of buckets, which lie apart and ascend. */
export type ReadSpans = (spans: readonly Range[], order: Order) => Promise<Table>

/** Aggregates, whatever the buckets. */
interface Aggregates extends Followed {
  /** Tells them from all others, of all organizations. */
  readonly key: string
  /** The bucket of a time in epoch microseconds. */
  readonly numberOf: (micros: number) => number
  /** When a bucket begins, in epoch microseconds. */
  readonly startOf: (bucket: number) => number
}

/** Aggregates of a range. */
export interface Question extends Aggregates {
  /** Buckets of which all samples count: those at the ends of the range may be cut. */
  readonly whole: Range
  /** Of more buckets at once, a reading may leave out some. */
  readonly most: number
}

export interface BucketMemory extends Memory {
  /** Reads only what is not remembered. */
  through(question: Question, read: ReadSpans): ReadBuckets
  /** Notifies it of writes that are kept, and not acknowledged yet. */
  written(writes: readonly Write[]): void
  counts(): BucketCounts
}

export interface BucketCounts {
  readonly bytes: number
  /** Readings since the start of which all, a part, or nothing was known. */
  readonly known: number
  readonly partly: number
  readonly unknown: number
}

/** Consecutive buckets, and a table of them and maybe others. */
interface Part {
  readonly buckets: Range
  readonly table: Table
}

interface Entry {
  readonly question: Aggregates
  readonly readAt: number
  /** Becomes narrower with what is written. */
  known: Range
  /** Of what is known, in epoch microseconds: most writes come after it, and times tell that without a calendar. */
  times: Range
  /** Of the buckets that are known, and maybe others. */
  table: Table
  bytes: number
}

const MAX_BYTES = 64 * 1024 * 1024

/** Measured, in the heap, about: an entry of nothing (1,200 to 1,700), a value without its text, each thing of an entry. */
const ENTRY_BYTES = 1500
const VALUE_BYTES = 40
const THING_BYTES = 100

const NONE: Range = { from: 0, to: 0 }

/** One function: reading, narrowing and forgetting change the same entries, in an order that matters. */
export function rememberBuckets({
  monotonic = () => performance.now(),
  maxBytes = MAX_BYTES,
}: {
  /** Milliseconds of a clock that never goes back. */
  readonly monotonic?: () => number
  readonly maxBytes?: number
} = {}): BucketMemory {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes,
    dispose: (entry) => followers.delete(entry),
  })
  /** Readings under way included. */
  const followers = new Followers<Entry>()
  /** Whole buckets that are being read, by their question. */
  const underWay = new Map<string, { readonly buckets: Range; readonly ended: Promise<void> }>()
  const outcomes = trackIndeterminate(monotonic, { forget, forgetAll })
  const readings = { known: 0, partly: 0, unknown: 0 }

  /** Less is known from now on. What nothing is known of is kept only while it is being read. */
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

  /** Reads buckets and remembers them with what is kept of an older entry. */
  async function readAndKeep(
    question: Question,
    { kept, wanted, known, readAt }: Keeping,
    missing: readonly Range[],
    read: ReadSpans,
  ): Promise<Part[]> {
    const times = timesOf(question, known)
    // While a removal is indeterminate, a reading may miss it. One that becomes so meanwhile leaves nothing known.
    const isIndeterminate = outcomes.isIndeterminate(question.organization)
    const entry: Entry = { question, readAt, known, times, table: kept.table, bytes: 0 }
    followers.add(entry, question)
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const reading = { buckets: wanted, ended }
    underWay.set(question.key, reading)
    try {
      const found = await readParts(missing, read)
      const whole = found.map(({ buckets, table }) => {
        return { buckets: overlapOf(buckets, wanted), table }
      })
      // What is written meanwhile narrows what is known, and the table then has more than that.
      entry.table = await inSlices(joined([kept, ...whole], entry.known))
      entry.bytes = await inSlices(sizeOf(entry))
      const isOfUse = widthOf(entry.known) > 0 && entry.bytes <= maxBytes
      if (isOfUse && !isIndeterminate) entries.set(question.key, entry)
      return found
    } finally {
      if (entries.peek(question.key) !== entry) followers.delete(entry)
      if (underWay.get(question.key) === reading) underWay.delete(question.key)
      end()
    }
  }

  function forget(thing: ThingNumbers): void {
    for (const entry of followers.of(thing)) narrow(entry, NONE)
  }

  function forgetAll(isAmong: (thing: ThingNumbers) => boolean = () => true): void {
    for (const entry of followers.among(isAmong)) narrow(entry, NONE)
  }

  return {
    through: (question, read) => async (buckets, order) => {
      const wanted = overlapOf(buckets, question.whole)
      if (widthOf(wanted) === 0 || widthOf(buckets) > question.most) return read([buckets], order)
      // Many open a dashboard at once. Who comes later waits, and reads what is missing then.
      const reading = underWay.get(question.key)
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
      const table = await inSlices(joined([remembered, ...found], buckets))
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
    noteIndeterminate: outcomes.noteIndeterminate,
    counts: () => ({ bytes: entries.calculatedSize, ...readings }),
  }
}

function timesOf({ startOf }: Aggregates, { from, to }: Range): Range {
  return { from: startOf(from), to: startOf(to) }
}

/** What an entry is made of. */
interface Keeping extends Pick<Entry, 'known' | 'readAt'> {
  /** Of the entry before it. */
  readonly kept: Part
  /** The whole buckets among those that are requested. */
  readonly wanted: Range
}

/** All that was known, too, where that is near: but of a range that moves on with the clock not all that it ever was. */
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

/** Reads buckets, if there are any, in the order of times. */
async function readParts(missing: readonly Range[], read: ReadSpans): Promise<Part[]> {
  const table = missing.length === 0 ? emptyTable : await read(missing, 'asc')
  return missing.map((buckets) => ({ buckets, table }))
}

/** A copy of some buckets, of parts that lie apart: whoever gets it may empty it. */
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
 * The side of what is left that has more values, so that of a range until tonight not the rest of the day stays. The earlier one
 * where none is known yet: most writes are of the moment.
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
