import { type SeriesDays, seriesDays } from './series-days.ts'

/** Pause after a load, as a multiple of its duration. A working set that does not fit keeps loading. */
export const PAUSE_FACTOR = 4
/** How long what could not be loaded is left to the store, and whatever is as much. */
const BYPASS_MS = 300_000

/** Runs one load at a time in the background, with a pause after each. `monotonic` is a clock, in milliseconds. */
export function openBackgroundLoads(monotonic: () => number) {
  /** By organization. */
  const oversized = new Map<number, { readonly seriesDays: number; readonly until: number }>()
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
      if (running || monotonic() < next || isTooMuch(wanted)) return
      const begun = monotonic()
      running = load().then((isLoaded) => {
        if (!isLoaded) {
          const until = monotonic() + BYPASS_MS
          oversized.set(wanted.organization, { seriesDays: seriesDays(wanted), until })
        }
        running = undefined
        next = monotonic() + PAUSE_FACTOR * (monotonic() - begun)
      })
    },
    /** Resolves once none runs. */
    idle: async () => running,
  }
}
