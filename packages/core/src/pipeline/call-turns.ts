import { type FairQueue, fairQueue, Problem } from '@sluice/runtime'

/**
 * Calls that may hold megabytes, from their first statement until their answer is written: so few of each organization
 * are under way that their pages fit into memory together. The turns for statements are not enough, because all calls of
 * an organization would progress together, and none would end before nearly all do.
 *
 * A call enters once, before its first statement, and what it waits for then needs no place here. So there can be no
 * deadlock with those turns.
 */
export interface CallTurns {
  /** Lists on the main thread. */
  readonly lists: FairQueue
  /** Calls on the thread of long calls. */
  readonly longCalls: FairQueue
}

/**
 * Half of the places are one organization's: more than it gets connections, so that none of these idles. Sixty-four
 * parallel readers of the largest pages wait for less than half a minute.
 */
const bounds = { longest: 256, patience: 30_000, refusal: crowded }

export function openCallTurns(): CallTurns {
  return {
    lists: fairQueue({ ...bounds, slots: 12 }),
    longCalls: fairQueue({ ...bounds, slots: 16 }),
  }
}

function crowded(): Problem {
  const detail = 'Too many long calls of your organization are under way. Send fewer at a time.'
  return new Problem('unavailable', { detail, retryAfter: 5 })
}
