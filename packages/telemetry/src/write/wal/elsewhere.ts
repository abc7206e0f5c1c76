import { type InternalRpc, NobodyThere } from '@sluice/runtime'
import { unavailable } from '../../unavailable.ts'
import type { WaitedFor } from './waited-for.ts'

/** More things than this are not named: the question is to be a short one. */
const MOST_NAMED = 100

/** Milliseconds: as long as a statement of the store may take. */
const PATIENCE = 35_000

/**
 * The read barrier of a process that does not write: asks the one that does to flush. One that does not run
 * acknowledges nothing, so there is nothing to wait for. Rejects with `unavailable` where it runs and cannot.
 */
export function catchUpElsewhere(other: InternalRpc): (waitedFor: WaitedFor) => Promise<void> {
  return async ({ things, ...rest }) => {
    const named = things && things.length <= MOST_NAMED ? { things } : {}
    try {
      await other.ask('samples', { ...rest, ...named }, PATIENCE)
    } catch (cause) {
      if (cause instanceof NobodyThere) return
      throw unavailable(cause)
    }
  }
}
