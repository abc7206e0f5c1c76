import type { Write } from '../../write/blocks/write.ts'
import { PAUSE_FACTOR } from './background-loads.ts'
import type { DayOfThing } from './day-of-thing.ts'
import { FreshDays, newestDayOf } from './fresh-days.ts'
import { asHeldDay, batchesOfDays, type HeldDay } from './held-days.ts'
import type { LeftOut } from './left-out.ts'
import { type LoadBatch, loadAhead } from './load-ahead.ts'
import type { SeriesDays } from './series-days.ts'
import type { Shares } from './shares.ts'

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

/**
 * Loads cached days that are in use again before they expire, and the newest days that were written, before anybody asks for
 * them. Uses a fifth of the time at most. `monotonic` is a clock, in milliseconds.
 */
export function openUpkeep(shares: Shares, leftOut: LeftOut, monotonic: () => number) {
  const fresh = new FreshDays()
  let rows = 0
  let lastRun = monotonic()
  let isBulk = false
  let next = Number.NEGATIVE_INFINITY
  let nextLook = Number.NEGATIVE_INFINITY
  let queue: Iterator<SeriesDays> = [].values()

  const isCached = (batch: SeriesDays) => shares.heldOf(batch).things.length > 0
  const hasRoomFor = (organization: number, day: number) =>
    shares.hasRoomFor(organization, day, AHEAD_SHARE)

  function aging(): DayOfThing[] {
    const now = monotonic()
    if (now < nextLook) return []
    const found = [...shares.aging(now, MAX_LISTED, { leftOut, onlyAsked: isBulk })]
    if (found.length < MAX_LISTED) nextLook = now + LOOK_EVERY_MS
    return found
  }

  function isLacking(one: HeldDay): boolean {
    const { organization, thing, day } = one
    return !leftOut.has(organization, thing) && !shares.holds(one) && hasRoomFor(organization, day)
  }

  function listed(): Iterator<SeriesDays> {
    const written = isBulk ? [] : [...fresh.take(MAX_LISTED)]
    return batchesOfDays([...aging().map(asHeldDay), ...written.filter(isLacking)])
  }

  /** Batches of this turn. What is left is for the next one. */
  function* turn(): Generator<SeriesDays> {
    const until = monotonic() + TURN_MS
    let hasListed = false
    while (monotonic() < until) {
      const { value, done } = queue.next()
      if (!done) {
        const { organization, days } = value
        if (isCached(value) || (!isBulk && hasRoomFor(organization, days[0] ?? 0))) yield value
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
      const newest = newestDayOf(write.samples)
      if (days?.get(newest)?.chunks.size) shares.noteWritten(days, newest, monotonic())
      else fresh.note(write)
    },
    /** To be called now and then, one call after another. */
    async run(load: LoadBatch): Promise<void> {
      const begun = monotonic()
      isBulk = (1000 * rows) / Math.max(1, begun - lastRun) > BULK_RATE
      rows = 0
      lastRun = begun
      if (begun < next) return
      await loadAhead(turn(), load, leftOut)
      const ended = monotonic()
      next = ended + PAUSE_FACTOR * (ended - begun)
    },
  }
}
