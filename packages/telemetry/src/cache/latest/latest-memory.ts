/**
 * Caches latest values on each node. Its answers agree with the table:
 *
 * - A thing is read from the table when it is first asked for. From then on it follows the writes: of a single writer
 *   before they are acknowledged, of a shared log before the next query. Writes during that read count, too: the later
 *   time wins, in whatever order they come.
 * - An erasure invalidates its thing, and a read of it in flight, before it is answered.
 * - After an indeterminate removal nothing of its organizations is cached until the statement must have ended.
 * - Changes that nobody acknowledged (by the statement of a killed process, or by hand) show within MAX_AGE_MS.
 */
import { atOnce, inSlices } from '@sluice/runtime'
import { LRUCache } from 'lru-cache'
import type { ThingNumbers } from '../../thing-numbers.ts'
import { TooManyBytes } from '../../too-many-rows.ts'
import type { Sample } from '../../write/blocks/latest-block.ts'
import { versionOf } from '../../write/blocks/write.ts'
import { MAX_AGE_MS, type Memory, type MemoryOptions } from '../remembering.ts'
import { halvesOf, type LatestByThing, LatestRows, offerSample } from './latest-rows.ts'

export interface LatestMemory extends Memory {
  /** Reads the table. Things without samples are left out. Rejects with {@link TooManyBytes}. */
  read(organization: number, things: readonly number[]): Promise<LatestByThing>
  /** Whether writes to a thing have to be reported. */
  readonly follows: (thing: ThingNumbers) => boolean
  /** To be called when samples are durable, before they are acknowledged. Samples of a thing must be consecutive. */
  stored(samples: Iterable<Sample>): void
  counts(): LatestCounts
}

export interface LatestCounts {
  readonly things: number
  readonly bytes: number
  /** Things found in the cache since the start. */
  readonly hits: number
  readonly misses: number
}

export interface LatestMemoryOptions extends MemoryOptions {
  readonly readTable: (
    organization: number,
    things: readonly number[],
  ) => Promise<Map<number, LatestRows>>
  readonly maxBytes?: number
}

/** About 36,000 things of ten metrics. */
const MAX_BYTES = 32 * 1024 * 1024

/** Measured heap use of a thing without rows. */
const THING_BYTES = 400

interface Entry {
  rows: LatestRows
  readonly readAt: number
}

interface Reading {
  readonly entry: Entry
  readonly ended: Promise<void>
}

/** One function, since reads and writes change the same entries in an order that matters. */
export function rememberLatest(options: LatestMemoryOptions): LatestMemory {
  const { readTable, monotonic = () => performance.now(), maxBytes = MAX_BYTES } = options
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ rows }) => THING_BYTES + rows.bytes,
  })
  const readings = new Map<string, Reading>()
  let hits = 0
  let misses = 0

  /** Reads uncached things. Their entries follow writes meanwhile; an entry that was invalidated is not kept. */
  function start(organization: number, things: readonly number[]): Promise<void> {
    const readAt = monotonic()
    // While a removal is indeterminate, a read may still see what it removes. One that becomes so meanwhile invalidates
    // this read.
    const isIndeterminate = options.isIndeterminate(organization)
    const own = things.map((thing) => {
      const entry: Entry = { rows: new LatestRows(), readAt }
      return { thing, key: keyOf(organization, thing), entry }
    })
    // Each thing's entry follows writes and invalidations until it is finished here.
    function* end(found?: Map<number, LatestRows>): Generator<void, void> {
      for (const { thing, key, entry } of own) {
        yield
        entry.rows = together(found?.get(thing), entry.rows)
        if (readings.get(key)?.entry !== entry) continue
        readings.delete(key)
        if (found && !isIndeterminate) entries.set(key, entry)
      }
    }
    const ended = readTable(organization, things).then(
      (found) => inSlices(end(found)),
      (cause: unknown) => {
        atOnce(end())
        throw cause
      },
    )
    for (const { key, entry } of own) readings.set(key, { entry, ended })
    return ended
  }

  function forgetAll(isAmong: (thing: ThingNumbers) => boolean) {
    for (const remembered of [entries, readings]) {
      for (const key of [...remembered.keys()]) if (isAmong(thingOf(key))) remembered.delete(key)
    }
  }

  function forget({ organization, thing }: ThingNumbers): void {
    const key = keyOf(organization, thing)
    entries.delete(key)
    readings.delete(key)
  }

  const isEmpty = () => entries.size === 0 && readings.size === 0

  async function read(organization: number, things: readonly number[]): Promise<LatestByThing> {
    const known = new Map<number, LatestRows>()
    const others: [thing: number, key: string][] = []
    const oldest = monotonic() - MAX_AGE_MS
    for (const thing of things) {
      const key = keyOf(organization, thing)
      const entry = entries.get(key)
      if (entry && entry.readAt >= oldest) known.set(thing, entry.rows)
      else others.push([thing, key])
    }
    hits += known.size
    misses += others.length
    if (others.length === 0) return known
    const unread = others.filter(([, key]) => !readings.has(key)).map(([thing]) => thing)
    const own = unread.length > 0 ? start(organization, unread) : undefined
    const waited = others.flatMap(([thing, key]) => {
      const reading = readings.get(key)
      return reading ? [{ thing, ...reading }] : []
    })
    try {
      await Promise.all(new Set(waited.map(({ ended }) => ended)))
    } catch (cause) {
      if (!(cause instanceof TooManyBytes)) throw cause
      // What another caller asked for did not fit, unless it was this one.
      await own
      return read(organization, things)
    }
    for (const { thing, entry } of waited) known.set(thing, entry.rows)
    return known
  }

  return {
    read,
    follows({ organization, thing }) {
      const key = keyOf(organization, thing)
      return readings.has(key) || entries.peek(key) !== undefined
    },
    stored(samples) {
      if (isEmpty()) return
      let last: Sample['write'] | undefined
      let version = halvesOf(0n)
      let key = ''
      let kept: Entry | undefined
      let read: Entry | undefined
      for (const { write, row } of samples) {
        const isNext = write !== last
        if (write.thing !== last?.thing || write.organization !== last.organization) {
          key = keyOf(write.organization, write.thing)
          kept = entries.peek(key)
          read = readings.get(key)?.entry
        }
        last = write
        if (kept === undefined && read === undefined) continue
        if (isNext || !write.samples.ascending) version = halvesOf(versionOf(write, row))
        if (read) offerSample(read.rows, write, row, version)
        if (kept === undefined) continue
        const before = kept.rows.bytes
        offerSample(kept.rows, write, row, version)
        // Only a new object makes the cache compute its size again.
        if (kept.rows.bytes !== before) entries.set(key, { ...kept })
      }
    },
    forget,
    forgetAll,
    isEmpty,
    counts: () => ({ things: entries.size, bytes: entries.calculatedSize, hits, misses }),
  }
}

function keyOf(organization: number, thing: number): string {
  return `${organization} ${thing}`
}

function thingOf(key: string): ThingNumbers {
  const end = key.indexOf(' ')
  return { organization: Number(key.slice(0, end)), thing: Number(key.slice(end + 1)) }
}

/** Merges what was read of a thing with what was written meanwhile. */
function together(read: LatestRows | undefined, written: LatestRows): LatestRows {
  if (read === undefined) return written
  for (const [metric, { time, number, text, ...version }] of written) {
    read.offer(metric, time, number ?? Number.NaN, text, version)
  }
  return read
}
