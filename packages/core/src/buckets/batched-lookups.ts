import { fairQueue, Problem } from '@sluice/runtime'

/** Something found by ids, one by one or many in one statement. */
export interface Lookup<Found> {
  find(id: string): Found | Promise<Found>
  findAll(ids: readonly string[]): Promise<ReadonlyMap<string, Found>>
}

/** Ids that one statement looks up: as an index scan, that is a matter of milliseconds. */
const MOST_IDS = 500

/**
 * A few of the database's connections in all, and one for each owner, whose statements wait at most this long. All that
 * it may have waiting is 20 times 500 ids, which a node looks up in less than a second.
 */
const statements = { slots: 4, perOwner: 1, longest: 20, patience: 5_000 } as const

interface Batch {
  readonly ids: Set<string>
  readonly found: Promise<ReadonlyMap<string, unknown>>
}

/**
 * Looks ids up one statement at a time for each owner. What is asked meanwhile shares the next statement, so however many
 * ids somebody makes up, a real one among them is found soon. Rejects with `unavailable` if even that takes too long.
 */
export function batchedLookups() {
  const queue = fairQueue({ ...statements, refusal: tooBusy })
  /** By owner, the batch that waits and has room. */
  const open = new Map<string, Batch>()

  function begin<Found>(owner: string, lookup: Lookup<Found>): Batch {
    const ids = new Set<string>()
    const batch: Batch = {
      ids,
      found: queue.run(owner, () => {
        close(owner, batch)
        return lookup.findAll([...ids])
      }),
    }
    open.set(owner, batch)
    batch.found.catch(() => close(owner, batch))
    return batch
  }

  function close(owner: string, batch: Batch): void {
    if (open.get(owner) === batch) open.delete(owner)
  }

  /** All calls have the same `lookup`. */
  return async function find<Found>(
    owner: string,
    id: string,
    lookup: Lookup<Found>,
  ): Promise<Found> {
    const waiting = open.get(owner)
    const hasRoom = waiting !== undefined && (waiting.ids.size < MOST_IDS || waiting.ids.has(id))
    const batch = hasRoom ? waiting : begin(owner, lookup)
    batch.ids.add(id)
    return (await batch.found).get(id) as Found
  }
}

/** Not the caller's fault: its key may be valid. */
function tooBusy(): Problem {
  const detail = 'Too many unknown keys are being looked up for this address. Retry shortly.'
  return new Problem('unavailable', { detail, retryAfter: 1 })
}
