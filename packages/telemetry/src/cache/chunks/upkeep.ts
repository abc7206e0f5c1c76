import type { Write } from '../../write/blocks/write.ts'
import { MAX_AGE_MS } from '../remembering.ts'
import { PAUSE_FACTOR } from './background-loads.ts'
import type { DayOfThing } from './day-of-thing.ts'
import { FreshDays, newestDayOf } from './fresh-days.ts'
import { asHeldDay, batchesOfDays } from './held-days.ts'
import { type LoadBatch, loadAhead } from './load-ahead.ts'
import type { SeriesDays } from './series-days.ts'
import type { Shares } from './shares.ts'

/** Age in milliseconds from which a day is loaded again. */
const REFRESHED_MS = 0.8 * MAX_AGE_MS
/** The share of the memory up to which days are loaded that nobody asked for. */
export const AHEAD_SHARE = 0.8
/** Milliseconds of loading between two pauses. */
const TURN_MS = 100
/** Milliseconds between two looks for days that age, unless there are more than are listed at once. */
const LOOK_EVERY_MS = 10_000
/** The most things whose days are listed at once. */
const MAX_LISTED = 512
/** A bulk load: samples a second from which days that nobody asked for are neither loaded nor kept up to date. */
const BULK_RATE = 200_000
/** How long an organization is left out after the store has failed, or its samples were too dense. */
const BYPASS_MS = 300_000

/**
 * Loads cached days again before they expire, and the newest days that were written, before anybody asks for them. Uses a fifth
 * of the time at most. `monotonic` is a clock, in milliseconds.
 */
export function openUpkeep(shares: Shares, monotonic: () => number) {
  const fresh = new FreshDays()
  let rows = 0
  let lastRun = monotonic()
  let isBulk = false
  let next = Number.NEGATIVE_INFINITY
  let nextLook = Number.NEGATIVE_INFINITY
  let queue: Iterator<SeriesDays> = [].values()
  /** Until when organizations are left out. */
  const bypassed = new Map<number, number>()

  function isBypassed({ organization }: SeriesDays): boolean {
    const until = bypassed.get(organization)
    if (until === undefined) return false
    if (until > monotonic()) return true
    bypassed.delete(organization)
    return false
  }

  const isCached = (batch: SeriesDays) => shares.heldOf(batch).things.length > 0
  const hasRoomFor = (day: number) => shares.hasRoomFor(day, AHEAD_SHARE)

  function aging(): DayOfThing[] {
    const now = monotonic()
    if (now < nextLook) return []
    const found = [...shares.aging(now - REFRESHED_MS, MAX_LISTED)]
    if (found.length < MAX_LISTED) nextLook = now + LOOK_EVERY_MS
    return found
  }

  function listed(): Iterator<SeriesDays> {
    const written = [...fresh.take(MAX_LISTED)]
    return batchesOfDays([
      ...aging().map(asHeldDay),
      ...written.filter((one) => !shares.holds(one) && hasRoomFor(one.day)),
    ])
  }

  /** Batches of this turn. What is left is for the next one. */
  function* turn(): Generator<SeriesDays> {
    const until = monotonic() + TURN_MS
    let hasListed = false
    while (monotonic() < until) {
      const { value, done } = queue.next()
      if (!done) {
        if (isBypassed(value)) continue
        if (isCached(value) || hasRoomFor(value.days[0] ?? 0)) yield value
      } else if (hasListed) return
      else {
        queue = listed()
        hasListed = true
      }
    }
  }

  return {
    isBulk: () => isBulk,
    /** Takes a write before it is put into the cached days of its thing, if any are. */
    note(write: Write, days: ReadonlyMap<number, DayOfThing> | undefined): void {
      if (write.samples.rows === 0) return
      rows += write.samples.rows
      if (!days?.get(newestDayOf(write.samples))?.chunks.size) fresh.note(write)
    },
    /** To be called now and then, one call after another. */
    async run(load: LoadBatch): Promise<void> {
      const begun = monotonic()
      isBulk = (1000 * rows) / Math.max(1, begun - lastRun) > BULK_RATE
      rows = 0
      lastRun = begun
      if (begun < next || isBulk) return
      let failing: number | undefined
      const isWhole = await loadAhead(turn(), async (batch) => {
        const isLoaded = await load(batch)
        if (!isLoaded) failing = batch.organization
        return isLoaded
      })
      const ended = monotonic()
      next = ended + PAUSE_FACTOR * (ended - begun)
      if (!isWhole && failing !== undefined) bypassed.set(failing, ended + BYPASS_MS)
    },
  }
}
