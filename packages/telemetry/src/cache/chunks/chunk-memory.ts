/**
 * Caches samples in memory, a chunk for each UTC day of a series, from which any query can be answered. Chunks agree
 * with the tables and the log of samples:
 *
 * - They get every sample in version order: from a single writer before it acknowledges, from a shared log before the
 *   next query. Samples written while a day is being loaded are applied on top of what was loaded.
 * - An erasure invalidates everything of its thing before it is answered.
 * - After an indeterminate statement nothing is cached until the statement must have ended.
 * - Changes that nobody acknowledged (by the statement of a killed process, or by hand) show within MAX_AGE_MS. Shortly
 *   before, days that are in use are loaded again in the background. Others are dropped.
 *
 * With `loadsAhead`, the newest days of things that are written to are loaded while there is room. That needs every write,
 * as a single writer has.
 */
import { atOnce, getOrMake, inSlices, Problem } from '@sluice/runtime'
import { dayOf } from '../../rollups/rules.ts'
import type { ThingNumbers } from '../../thing-numbers.ts'
import type { Write } from '../../write/blocks/write.ts'
import { budgetOfEach } from '../budget-of-each.ts'
import { ExpiringKeys } from '../expiring-keys.ts'
import type { Memory, MemoryOptions } from '../remembering.ts'
import { BYPASS_MS, openBackgroundLoads } from './background-loads.ts'
import type { Chunk } from './chunk.ts'
import type { DayOfThing } from './day-of-thing.ts'
import { asHeldDay, type HeldDay } from './held-days.ts'
import { LeftOut } from './left-out.ts'
import { loadAhead, takeWhile, tallyHours } from './load-ahead.ts'
import { ChangedMeanwhile, type Chunks, Loading } from './loading.ts'
import { type SeriesDays, seriesDays } from './series-days.ts'
import { Shares } from './shares.ts'
import { AHEAD_SHARE, openUpkeep } from './upkeep.ts'

/**
 * Loads all samples of some series and days. Rejects if they exceed the bound, with {@link ChangedMeanwhile}, or with the
 * problem `unavailable`.
 */
export type LoadChunks = (missing: SeriesDays, bound: LoadBound) => Promise<Chunks>

export interface LoadBound {
  /** Whether a query waits for it. Then only few samples are worth loading. */
  readonly isFew: boolean
  /** Of memory, at most. */
  readonly bytes: number
}

/** The cached chunks by metric, for each thing and each day in the order of the query. */
export type RememberedDays = readonly (readonly ReadonlyMap<number, Chunk | undefined>[])[]

export interface ChunkMemory extends Memory {
  /**
   * The chunks of some series and days, loading those that are missing; undefined if the store should answer instead.
   * Rejects with `unavailable` if that took long to find out.
   */
  read(wanted: SeriesDays, load: LoadChunks): Promise<RememberedDays | undefined>
  /** The same if all of them are cached, else undefined. Counts as use. */
  known(wanted: SeriesDays): RememberedDays | undefined
  /** Loads batches that an earlier process had cached, one at a time, while most of the memory is not taken. */
  preload(batches: Iterable<SeriesDays>, load: LoadChunks): Promise<void>
  /** Loads again what is in use and will soon expire, and ahead what was written lately. To be called often. */
  upkeep(load: LoadChunks): Promise<void>
  /** The days that are cached now and were asked for, in this process or an earlier one. */
  held(): HeldDay[]
  /** To be called when writes are durable, before they are acknowledged. */
  written(writes: readonly Write[]): void
  /** Resolves once no load runs in the background. */
  idle(): Promise<void>
  counts(): ChunkCounts
}

export interface ChunkCounts {
  readonly bytes: number
  /** Queries since the start that were answered from the cache, after a load, or by the store. */
  readonly known: number
  readonly loaded: number
  readonly left: number
}

/** The most for one query. The store computes more sooner than they can be loaded. */
const MAX_SERIES_DAYS = 4096
/** Up to this many are loaded on first use, while the query waits. More are loaded in the background on second use. */
const FEW_SERIES_DAYS = 32
/** The most rows of an organization that are applied in place, in about a millisecond. Days of further writes are dropped. */
const MAX_ROWS = 20_000
/** If the store fails sooner, as after a restart of its server, the query asks it once more. */
const SECOND_TRY_MS = 5_000
/** The most days of things that are listed for loading after a restart. */
const MAX_HELD = 16_384

interface Found {
  readonly remembered: RememberedDays
  readonly missing: SeriesDays
  /** Whether at least half of the missing days were asked for lately. */
  readonly isWanted: boolean
}

interface Outcome {
  readonly kind: keyof Omit<ChunkCounts, 'bytes'>
  readonly remembered: RememberedDays | undefined
}

const nothing: ReadonlyMap<number, Chunk | undefined> = new Map()

/** One function, since its parts change the same state: the shares and the loads in flight. */
export function rememberChunks({
  monotonic = () => performance.now(),
  isIndeterminate,
  maxBytes,
  loadsAhead,
}: MemoryOptions & {
  readonly maxBytes: number
  readonly loadsAhead: boolean
}): ChunkMemory {
  const shares = new Shares(maxBytes)
  /** Loads in flight, by organization. */
  const inFlight = new Map<number, Set<Loading>>()
  const questions = { known: 0, loaded: 0, left: 0 }
  const background = openBackgroundLoads(monotonic)
  const leftOut = new LeftOut(monotonic)
  /** What was too much for a query to wait for. */
  const tooMuch = new ExpiringKeys<string>(monotonic, BYPASS_MS)
  const upkeep = openUpkeep(shares, leftOut, monotonic)

  /** Divides what is asked for into cached and missing. Marks all days as asked for. */
  function look({ organization, things, metrics, days }: SeriesDays): Found {
    const now = monotonic()
    const missing = {
      things: new Set<number>(),
      metrics: new Set<number>(),
      days: new Set<number>(),
    }
    let lacking = 0
    let asked = 0
    const remembered = things.map((thing) =>
      days.map((day) => {
        const held = shares.find(organization, thing, day, now)
        if (held && metrics.every((metric) => held.chunks.has(metric))) return held.chunks
        missing.things.add(thing)
        missing.days.add(day)
        for (const metric of metrics) if (!held?.chunks.has(metric)) missing.metrics.add(metric)
        lacking += 1
        if (held) asked += 1
        else shares.note(organization, thing, day, now)
        return nothing
      }),
    )
    const of = (numbers: ReadonlySet<number>) => [...numbers].sort((a, b) => a - b)
    return {
      remembered,
      missing: {
        organization,
        ...{ things: of(missing.things), metrics: of(missing.metrics), days: of(missing.days) },
      },
      isWanted: 2 * asked >= lacking,
    }
  }

  /**
   * Returns whether the load may be tried again, even if it kept nothing because samples were removed meanwhile. Rejects if
   * a query has waited long for a store that is not available: it need not wait twice.
   */
  async function loadAndKeep(
    missing: SeriesDays,
    bound: LoadBound,
    load: LoadChunks,
    isAhead = false,
  ): Promise<boolean> {
    const begun = monotonic()
    const loading = new Loading(missing, bound.isFew)
    const others = getOrMake(inFlight, missing.organization, () => new Set<Loading>())
    others.add(loading)
    let isKept = false
    try {
      const chunks = await load(missing, bound)
      await inSlices(loading.complete(chunks))
      // What was written since the last slice.
      atOnce(loading.complete(chunks))
      isKept = !loading.isLost
      if (isKept) shares.put(missing, chunks, begun, isAhead)
      return true
    } catch (error) {
      const isAway = bound.isFew && error instanceof Problem && error.code === 'unavailable'
      if (isAway && monotonic() - begun >= SECOND_TRY_MS) {
        loading.fail(error)
        throw error
      }
      // The caller falls back to the store, whose own query reports what is wrong.
      return isAway || error instanceof ChangedMeanwhile
    } finally {
      others.delete(loading)
      if (others.size === 0) inFlight.delete(missing.organization)
      loading.end(isKept)
    }
  }

  /** Loads what a query waits for, unless that has lately been too much. */
  async function loadFew(missing: SeriesDays, load: LoadChunks): Promise<boolean> {
    const key = JSON.stringify(missing)
    if (tooMuch.has(key)) return false
    const isLoaded = await loadAndKeep(missing, { isFew: true, bytes: maxBytes / 4 }, load)
    if (!isLoaded) tooMuch.add(key)
    return isLoaded
  }

  /** Loads in the background, while the store answers the query. */
  function loadInBackground(missing: SeriesDays, load: LoadChunks): void {
    const bound = { isFew: false, bytes: maxBytes / 2 }
    background.start(missing, () => loadAndKeep(missing, bound, load))
  }

  /** Loads a batch that nobody asks for now. Returns whether the store answered. */
  async function loadBatch(
    batch: SeriesDays,
    load: LoadChunks,
    isAhead: boolean,
  ): Promise<boolean> {
    const wanted = loadsAhead ? batch : shares.heldOf(batch)
    if (wanted.things.length === 0 || isIndeterminate(batch.organization)) return true
    const other = overlapping(wanted)
    if (other) {
      await other.ended.catch(() => false)
      return loadBatch(batch, load, isAhead)
    }
    const bound = { isFew: false, bytes: maxBytes / 4 }
    if (!(await loadAndKeep(wanted, bound, load, isAhead))) return false
    await inSlices(tallyHours(shares, wanted))
    return true
  }

  function overlapping(missing: SeriesDays): Loading | undefined {
    const all = inFlight.get(missing.organization) ?? []
    return [...all].find((loading) => loading.overlaps(missing))
  }

  async function read(wanted: SeriesDays, load: LoadChunks): Promise<Outcome> {
    let hasLoaded = false
    // While a removal is indeterminate, a load may still see what it removes.
    const { organization } = wanted
    while (seriesDays(wanted) <= MAX_SERIES_DAYS && !isIndeterminate(organization)) {
      const { remembered, missing, isWanted } = look(wanted)
      if (seriesDays(missing) === 0) {
        return { kind: hasLoaded ? 'loaded' : 'known', remembered }
      }
      const isFew = seriesDays(missing) <= FEW_SERIES_DAYS
      const other = overlapping(missing)
      // Single flight: many people open a dashboard at once. Later callers wait, then load what is still missing. If the
      // load was in vain, theirs would be, too, one after another.
      if (other?.isFew) {
        if (!(await other.ended)) break
      } else if (other || hasLoaded) break
      else if (isFew && (await loadFew(missing, load))) hasLoaded = true
      else {
        if (isWanted) loadInBackground(missing, load)
        break
      }
    }
    return { kind: 'left', remembered: undefined }
  }

  /** Puts a write into the days that it touches, cached or being loaded. They are dropped if it does not fit. */
  function put(
    write: Write,
    days: ReadonlyMap<number, DayOfThing> | undefined,
    fits: ReturnType<typeof budgetOfEach>,
  ): void {
    const { organization, thing, samples } = write
    const loads = [...(inFlight.get(organization) ?? [])].filter((one) => one.holds(thing))
    if ((!days && loads.length === 0) || samples.rows === 0) return
    const { earliest, latest } = samples.timeRange()
    const [first, last] = [dayOf(earliest), dayOf(latest)]
    const isTouched = (day: number) => day >= first && day <= last
    const held = [...(days?.values() ?? [])].filter(
      (one) => one.chunks.size > 0 && isTouched(one.day),
    )
    const loading = loads.filter((one) => one.holdsAnyDay(isTouched))
    if (held.length + loading.length === 0) return
    if (fits(organization, samples.rows)) {
      for (const one of loading) one.notify(write)
      if (days) shares.putAll(days, write)
    } else {
      for (const one of loading) one.isLost = true
      shares.dropAll(held)
    }
  }

  function forget({ organization, thing }: ThingNumbers): void {
    shares.forget(organization, thing)
    for (const loading of inFlight.get(organization) ?? []) {
      if (loading.holds(thing)) loading.isLost = true
    }
  }

  function forgetAll(isAmong: (thing: ThingNumbers) => boolean): void {
    shares.clear(isAmong)
    for (const [organization, all] of inFlight) {
      for (const loading of all) {
        if (loading.holdsAny((thing) => isAmong({ organization, thing }))) loading.isLost = true
      }
    }
  }

  const isEmpty = () => shares.isEmpty && inFlight.size === 0

  return {
    async read(wanted, load) {
      const { kind, remembered } = await read(wanted, load)
      questions[kind] += 1
      return remembered
    },
    known(wanted) {
      const { organization } = wanted
      if (seriesDays(wanted) > MAX_SERIES_DAYS || isIndeterminate(organization)) return undefined
      const remembered = shares.all(wanted, monotonic())
      if (!remembered) return undefined
      questions.known += 1
      return remembered
    },
    async preload(batches, load) {
      const fitting = takeWhile(batches, () => shares.hasRoom(AHEAD_SHARE))
      await loadAhead(fitting, (batch) => loadBatch(batch, load, false), leftOut)
    },
    upkeep: (load) => upkeep.run((batch) => loadBatch(batch, load, true)),
    held: () => Array.from(shares.held(MAX_HELD), asHeldDay),
    written(writes) {
      const fits = budgetOfEach(MAX_ROWS)
      for (const write of writes) {
        const days = shares.daysOf(write)
        if (days && upkeep.isBulk()) shares.dropAhead(days)
        if (loadsAhead) upkeep.note(write, days)
        put(write, days, fits)
      }
      shares.shrink()
    },
    forget,
    forgetAll,
    isEmpty,
    idle: background.idle,
    counts: () => ({ bytes: shares.bytes, ...questions }),
  }
}
