import { ExpiringKeys } from '../expiring-keys.ts'
import { type SeriesDays, seriesDays } from './series-days.ts'

/** Pause after a load, as a multiple of its duration. A working set that does not fit keeps loading. */
export const PAUSE_FACTOR = 4
/** How long what could not be loaded is left to the store, and whatever is as much. */
export const BYPASS_MS = 300_000
/** How long an organization that may not start a load yet has the next one reserved. Most dashboards ask again within it. */
const RESERVED_MS = 60_000

/**
 * Runs one load at a time in the background, with a pause after each. Organizations start loads in the order in which they
 * first could not. `monotonic` is a clock, in milliseconds.
 */
export function openBackgroundLoads(monotonic: () => number) {
  /** By organization. */
  const oversized = new Map<number, { readonly seriesDays: number; readonly until: number }>()
  const reserved = new ExpiringKeys<number>(monotonic, RESERVED_MS)
  let running: Promise<void> | undefined
  let next = Number.NEGATIVE_INFINITY

  function isTooMuch(wanted: SeriesDays): boolean {
    const known = oversized.get(wanted.organization)
    if (known === undefined) return false
    if (known.until > monotonic()) return seriesDays(wanted) >= known.seriesDays
    oversized.delete(wanted.organization)
    return false
  }

  return {
    /** Does nothing if it may not start. `load` tells whether it succeeded. */
    start(wanted: SeriesDays, load: () => Promise<boolean>): void {
      const { organization } = wanted
      if (isTooMuch(wanted)) return
      const isFree = !running && monotonic() >= next
      if (!isFree || (reserved.first() ?? organization) !== organization) {
        if (!reserved.has(organization)) reserved.add(organization)
        return
      }
      reserved.delete(organization)
      const begun = monotonic()
      running = load().then((isLoaded) => {
        if (!isLoaded) {
          const until = monotonic() + BYPASS_MS
          oversized.set(organization, { seriesDays: seriesDays(wanted), until })
        }
        running = undefined
        next = monotonic() + PAUSE_FACTOR * (monotonic() - begun)
      })
    },
    /** Resolves once none runs. */
    idle: async () => running,
  }
}
