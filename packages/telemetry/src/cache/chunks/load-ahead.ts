import { partsOf } from './held-days.ts'
import type { SeriesDays } from './series-days.ts'
import type { Shares } from './shares.ts'

/** After this many failures nothing more is loaded ahead. */
const FAILURES = 3

/** A lot that could not be loaded is loaded again in parts of this many series and days. */
const PART = 16

interface Memory {
  readonly hasRoom: () => boolean
  /** Answers whether a lot is in memory now, or on its way there. */
  readonly load: (lot: SeriesDays) => Promise<boolean>
}

/** Loads what an earlier process held, one lot at a time, as long as there is room and the store answers. */
export async function loadAhead(
  lots: Iterable<SeriesDays>,
  { hasRoom, load }: Memory,
): Promise<void> {
  let failures = 0
  for (const lot of lots) {
    if (!hasRoom() || failures >= FAILURES) return
    if (await load(lot)) continue
    // It may be too dense, or the store is away.
    const parts = [...partsOf(lot, PART)]
    if (parts.length === 1) {
      failures += 1
      continue
    }
    for (const part of parts) {
      if (failures < FAILURES && !(await load(part))) failures += 1
    }
  }
}

/** Computes the tallies of the hours: most questions are answered from them. */
export function* tallyHours(
  shares: Pick<Shares, 'at'>,
  { organization, things, metrics, days }: SeriesDays,
): Generator<void, void> {
  for (const thing of things) {
    for (const day of days) {
      for (const metric of metrics) {
        yield
        const run = shares.at(organization, thing, day)?.chunks.get(metric)?.run()
        run?.chunk?.hoursOf(run)
      }
    }
  }
}
