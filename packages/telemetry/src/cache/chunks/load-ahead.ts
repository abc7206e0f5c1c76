import { partsOf } from './held-days.ts'
import type { SeriesDays } from './series-days.ts'
import type { Shares } from './shares.ts'

/** Loading ahead stops after this many failures. */
const MAX_FAILURES = 3

/** A batch that failed is retried in parts of this many series times days. */
const PART_SIZE = 16

/** Loads a batch; returns whether the store answered. */
export type LoadBatch = (batch: SeriesDays) => Promise<boolean>

/** Loads batches that nobody waits for, while the store answers. Returns whether it did to the end. */
export async function loadAhead(batches: Iterable<SeriesDays>, load: LoadBatch): Promise<boolean> {
  let failures = 0
  for (const batch of batches) {
    if (await load(batch)) continue
    // The batch may hold too many samples, or the store may be unavailable.
    const parts = [...partsOf(batch, PART_SIZE)]
    if (parts.length === 1) failures += 1
    else {
      for (const part of parts) {
        if (failures < MAX_FAILURES && !(await load(part))) failures += 1
      }
    }
    if (failures >= MAX_FAILURES) return false
  }
  return true
}

/** The batches up to the first one before which `isWanted` is false. */
export function* takeWhile(
  batches: Iterable<SeriesDays>,
  isWanted: () => boolean,
): Generator<SeriesDays> {
  for (const batch of batches) {
    if (!isWanted()) return
    yield batch
  }
}

/** Computes hourly tallies ahead: most queries are answered from them. */
export function* tallyHours(
  shares: Pick<Shares, 'at'>,
  { organization, things, metrics, days }: SeriesDays,
): Generator<void, void> {
  for (const thing of things) {
    for (const day of days) {
      for (const metric of metrics) {
        yield
        const chunk = shares.at(organization, thing, day)?.chunks.get(metric)
        const run = chunk && (yield* chunk.run())
        run?.chunk?.hoursOf(run)
      }
    }
  }
}
