import { clientHasLeft, type FairQueue, fairQueue, Problem } from '@sluice/runtime'
import { widthOf } from './axis/range-parts.ts'
import { lengthOf } from './plan/auto-interval.ts'
import type { Plan } from './plan/plan.ts'

/** A page of more values is large: the store and the main thread work on it for a tenth of a second or more. */
const LARGE = 250_000

/**
 * The turns of large pages, from before they are looked for in memory until they are computed. With the turns of
 * statements alone, six of an organization would be in memory at once, and the store would sort the samples of each on
 * all cores. What waits here may find in memory what those before it have loaded.
 */
export function largeReadTurns(): FairQueue {
  return fairQueue({ slots: 8, perOwner: 2, longest: 96, patience: 60_000, refusal: crowded })
}

/** Whether a page may have very many values. */
export function isLargeRead(plan: Plan, limit: number, groups: number): boolean {
  return plan.columns.length * groups * positionsOf(plan, limit) > LARGE
}

function positionsOf(plan: Plan, limit: number): number {
  // Each series is laid out at the points of all others.
  if (plan.kind === 'thinned') return plan.columns.length * plan.thinning.points
  if (plan.kind === 'raw') return limit
  return Math.min(limit, Math.ceil(widthOf(plan.range) / lengthOf(plan.width)))
}

/** Reads a large page in its organization's turn. Rejects with `unavailable`, also if its client has left meanwhile. */
export function inLargeTurn<Read>(
  turns: FairQueue,
  organization: number,
  read: () => Promise<Read>,
): Promise<Read> {
  return turns.run(String(organization), async () => {
    if (clientHasLeft()) throw left()
    return read()
  })
}

function crowded(): Problem {
  const detail =
    'Large queries take too long, or too many of your organization are under way. Send fewer at a time, or use a smaller limit.'
  return new Problem('unavailable', { detail, retryAfter: 5 })
}

function left(): Problem {
  const detail = 'The client closed the connection before the samples were read.'
  return new Problem('unavailable', { detail, retryAfter: 5 })
}
