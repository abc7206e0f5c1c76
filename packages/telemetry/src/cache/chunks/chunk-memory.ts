/**
 * Samples in a node's memory: whole UTC days of single series, from which any question is answered. They agree with the
 * tables and the log of samples:
 *
 * - It is told of every sample in version order: by the only writer before it is acknowledged, of a shared log before the
 *   next question. What is written while a day is being loaded counts after what was loaded.
 * - Of a thing whose samples were erased all is forgotten before the erasure is answered.
 * - After an indeterminate statement nothing is remembered until it must have ended.
 * - What nobody acknowledged (a statement of a process that was killed, a change by hand) shows within MAX_AGE_MS.
 */
import { getOrMake, inSlices } from '@sluice/runtime'
import { dayOf } from '../../rollups/rules.ts'
import type { ThingNumbers } from '../../thing-numbers.ts'
import type { Write } from '../../write/blocks/write.ts'
import { MAX_AGE_MS, type Memory, trackIndeterminate } from '../remembering.ts'
import type { Chunk } from './chunk.ts'
import type { HeldDay } from './held-days.ts'
import { loadAhead, tallyHours } from './load-ahead.ts'
import { type Chunks, Loading } from './loading.ts'
import { type SeriesDays, seriesDays } from './series-days.ts'
import { type DayOfThing, Shares } from './shares.ts'

/** Loads all samples of some series and days. Rejects where there are more than the bound takes. */
export type LoadChunks = (missing: SeriesDays, bound: LoadBound) => Promise<Chunks>

export interface LoadBound {
  /** Whether somebody waits for it: then few samples are worth it. */
  readonly isFew: boolean
  /** Of memory. */
  readonly bytes: number
}

/** Of each thing, in the order of the question, of each day what is remembered of its metrics. */
export type RememberedDays = readonly (readonly ReadonlyMap<number, Chunk | undefined>[])[]

export interface ChunkMemory extends Memory {
  /** The samples of some series and days; undefined where the store had better be asked. Loads only what is missing. */
  read(wanted: SeriesDays, load: LoadChunks): Promise<RememberedDays | undefined>
  /** The same where all of it is remembered; marks it as asked for. */
  known(wanted: SeriesDays): RememberedDays | undefined
  /** What an earlier process held, one question at a time, until it is all there or most of the room is taken. */
  preload(lots: Iterable<SeriesDays>, load: LoadChunks): Promise<void>
  /** What it holds now. */
  held(): HeldDay[]
  /** Notifies it of writes that are kept, and not acknowledged yet. */
  written(writes: readonly Write[]): void
  /** Resolves once nothing is loaded aside. */
  idle(): Promise<void>
  counts(): ChunkCounts
}

export interface ChunkCounts {
  readonly bytes: number
  /** Questions since the start of which all was known, some was loaded, or the store was left to answer. */
  readonly known: number
  readonly loaded: number
  readonly left: number
}

/** Of one question. More are quicker computed by the store. */
const MOST_SERIES_DAYS = 4096
/** So few are loaded for whoever asks first. More are loaded once they are asked for again, and nobody waits for it. */
const FEW_SERIES_DAYS = 16
/** Rows that are put at once, in about a millisecond. Of things that get more, all is loaded again. */
const MOST_ROWS = 20_000
/** What was too much once is left to the store for so long. */
const LEFT_MS = 300_000
/** Days of things that are held after a restart, at most. */
const MOST_HELD = 16_384
/** What is loaded ahead leaves some room for what is asked for. */
const PRELOADED = 0.8
/** Loading aside takes a fifth of the time at most: what does not fit is loaded in vain again and again. */
const REST = 4

interface Found {
  readonly remembered: RememberedDays
  readonly missing: SeriesDays
  /** Whether half of what is missing was asked for lately. */
  readonly isWanted: boolean
}

interface Outcome {
  readonly kind: keyof Omit<ChunkCounts, 'bytes'>
  readonly remembered: RememberedDays | undefined
}

const nothing: ReadonlyMap<number, Chunk | undefined> = new Map()

/** One function: each part changes what the others read (the shares, what is being loaded). */
export function rememberChunks({
  monotonic = () => performance.now(),
  maxBytes,
}: {
  /** Milliseconds of a clock that never goes back. */
  readonly monotonic?: () => number
  readonly maxBytes: number
}): ChunkMemory {
  const shares = new Shares(maxBytes)
  /** By organization. */
  const underWay = new Map<number, Set<Loading>>()
  const tooMany = new Map<number, { readonly seriesDays: number; readonly until: number }>()
  const outcomes = trackIndeterminate(monotonic, { forget, forgetAll })
  const questions = { known: 0, loaded: 0, left: 0 }
  let aside: Promise<void> | undefined
  let nextAside = Number.NEGATIVE_INFINITY

  /** What is remembered, and what is not. Marks all days as asked for. */
  function look({ organization, things, metrics, days }: SeriesDays): Found {
    const oldest = monotonic() - MAX_AGE_MS
    const missing = {
      things: new Set<number>(),
      metrics: new Set<number>(),
      days: new Set<number>(),
    }
    let lacking = 0
    let asked = 0
    const remembered = things.map((thing) =>
      days.map((day) => {
        const held = shares.find(organization, thing, day, oldest)
        if (held && metrics.every((metric) => held.chunks.has(metric))) return held.chunks
        missing.things.add(thing)
        missing.days.add(day)
        for (const metric of metrics) if (!held?.chunks.has(metric)) missing.metrics.add(metric)
        lacking += 1
        if (held) asked += 1
        else shares.note(organization, thing, day, monotonic())
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

  /** All that was asked for, or nothing. */
  function find({ organization, things, metrics, days }: SeriesDays): RememberedDays | undefined {
    const oldest = monotonic() - MAX_AGE_MS
    const found: ReadonlyMap<number, Chunk | undefined>[][] = []
    for (const thing of things) {
      const own: ReadonlyMap<number, Chunk | undefined>[] = []
      for (const day of days) {
        const held = shares.find(organization, thing, day, oldest)
        if (!held || !metrics.every((metric) => held.chunks.has(metric))) return undefined
        own.push(held.chunks)
      }
      found.push(own)
    }
    return found
  }

  function isTooMuch(missing: SeriesDays): boolean {
    const known = tooMany.get(missing.organization)
    if (known === undefined) return false
    if (known.until > monotonic()) return seriesDays(missing) >= known.seriesDays
    tooMany.delete(missing.organization)
    return false
  }

  /** Answers whether it could be loaded. */
  async function loadAndKeep(missing: SeriesDays, bound: LoadBound, load: LoadChunks) {
    const loading = new Loading(missing, bound.isFew)
    const others = getOrMake(underWay, missing.organization, () => new Set<Loading>())
    others.add(loading)
    try {
      const chunks = await load(missing, bound)
      loading.complete(chunks)
      if (!loading.isLost) shares.keep(missing, chunks, monotonic())
      return true
    } catch {
      // The store says itself what is wrong, or answers what is less.
      return false
    } finally {
      others.delete(loading)
      if (others.size === 0) underWay.delete(missing.organization)
      loading.end()
    }
  }

  /** Loads what many wait for no longer than for the store itself. */
  function loadAside(missing: SeriesDays, load: LoadChunks): void {
    if (aside || monotonic() < nextAside || isTooMuch(missing)) return
    const begun = monotonic()
    aside = loadAndKeep(missing, { isFew: false, bytes: maxBytes / 2 }, load).then((isLoaded) => {
      if (!isLoaded) {
        const until = monotonic() + LEFT_MS
        tooMany.set(missing.organization, { seriesDays: seriesDays(missing), until })
      }
      aside = undefined
      nextAside = monotonic() + REST * (monotonic() - begun)
    })
  }

  /** Whether it is in memory now, or on its way there. */
  async function loadLot(lot: SeriesDays, load: LoadChunks): Promise<boolean> {
    const { missing } = look(lot)
    if (seriesDays(missing) === 0 || overlapping(missing)) return true
    if (!(await loadAndKeep(missing, { isFew: false, bytes: maxBytes / 4 }, load))) return false
    await inSlices(tallyHours(shares, missing))
    return true
  }

  function overlapping(missing: SeriesDays): Loading | undefined {
    const all = underWay.get(missing.organization) ?? []
    return [...all].find((loading) => loading.overlaps(missing))
  }

  async function read(wanted: SeriesDays, load: LoadChunks): Promise<Outcome> {
    let hasLoaded = false
    // While a removal is indeterminate, a loading may miss it.
    const { organization } = wanted
    while (seriesDays(wanted) <= MOST_SERIES_DAYS && !outcomes.isIndeterminate(organization)) {
      const { remembered, missing, isWanted } = look(wanted)
      if (seriesDays(missing) === 0) return { kind: hasLoaded ? 'loaded' : 'known', remembered }
      const isFew = seriesDays(missing) <= FEW_SERIES_DAYS
      const other = overlapping(missing)
      // Many open a dashboard at once. Who comes later waits, and loads what is missing then.
      if (other?.isFew) await other.ended
      else if (other || hasLoaded) break
      else if (isFew && (await loadAndKeep(missing, { isFew, bytes: maxBytes / 4 }, load))) {
        hasLoaded = true
      } else {
        if (isWanted) loadAside(missing, load)
        break
      }
    }
    return { kind: 'left', remembered: undefined }
  }

  function forget({ organization, thing }: ThingNumbers): void {
    shares.forget(organization, thing)
    for (const loading of underWay.get(organization) ?? []) {
      if (loading.holds(thing)) loading.isLost = true
    }
  }

  function forgetAll(isAmong?: (thing: ThingNumbers) => boolean): void {
    shares.clear(isAmong)
    for (const [organization, all] of underWay) {
      for (const loading of all) {
        if (!isAmong || loading.holdsAny((thing) => isAmong({ organization, thing }))) {
          loading.isLost = true
        }
      }
    }
  }

  const isEmpty = () => shares.isEmpty && underWay.size === 0

  return {
    async read(wanted, load) {
      const { kind, remembered } = await read(wanted, load)
      questions[kind] += 1
      return remembered
    },
    known(wanted) {
      const { organization } = wanted
      if (seriesDays(wanted) > MOST_SERIES_DAYS || outcomes.isIndeterminate(organization)) {
        return undefined
      }
      const remembered = find(wanted)
      if (remembered) questions.known += 1
      return remembered
    },
    preload: (lots, load) =>
      loadAhead(lots, {
        hasRoom: () => shares.bytes <= PRELOADED * maxBytes && !outcomes.isIndeterminate(),
        load: (lot) => loadLot(lot, load),
      }),
    held: () =>
      Array.from(shares.held(MOST_HELD), ({ share: { organization }, thing, day, chunks }) => {
        return { organization, thing, day, metrics: [...chunks.keys()] }
      }),
    written(writes) {
      if (isEmpty()) return
      let left = MOST_ROWS
      for (const write of writes) {
        const days = shares.daysOf(write)
        const loadings = [...(underWay.get(write.organization) ?? [])].filter((loading) =>
          loading.holds(write.thing),
        )
        if (!days && loadings.length === 0) continue
        left -= write.samples.rows
        if (left < 0) forget(write)
        else {
          for (const loading of loadings) loading.notify(write)
          if (days) putAll(days, write)
        }
      }
      shares.shrink()
    },
    forget,
    forgetAll,
    isEmpty,
    noteIndeterminate: outcomes.noteIndeterminate,
    idle: async () => aside,
    counts: () => ({ bytes: shares.bytes, ...questions }),
  }

  function putAll(days: ReadonlyMap<number, DayOfThing>, { samples }: Write): void {
    for (let row = 0; row < samples.rows; row += 1) {
      const time = samples.timeAt(row)
      const held = days.get(dayOf(time))
      const metric = samples.metrics[row] ?? 0
      if (!held?.chunks.has(metric)) continue
      const number = samples.numbers[row] ?? Number.NaN
      const text = Number.isNaN(number) ? (samples.textAt(row) ?? '') : ''
      shares.put(held, metric, [time, number, text])
    }
  }
}
