import { partsOf } from './held-days.ts'
import type { LeftOut } from './left-out.ts'
import type { SeriesDays } from './series-days.ts'
import type { Shares } from './shares.ts'

/** A batch that failed is retried in parts of this many series times days. */
const PART_SIZE = 16

/** Loads a batch; returns whether the store answered. */
export type LoadBatch = (batch: SeriesDays) => Promise<boolean>

/** Loads batches that nobody waits for, except those of organizations that are left out. */
export async function loadAhead(
  batches: Iterable<SeriesDays>,
  load: LoadBatch,
  leftOut: LeftOut,
): Promise<void> {
  for (const batch of batches) {
    if (leftOut.has(batch.organization)) continue
    const isLoaded = await load(batch)
    // The batch may hold too many samples, or the store may be unavailable.
    const parts = isLoaded ? [batch] : [...partsOf(batch, PART_SIZE)]
    for (const part of parts) {
      if (parts.length === 1) leftOut.note(part, isLoaded)
      else if (!leftOut.has(part.organization)) leftOut.note(part, await load(part))
    }
  }
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
