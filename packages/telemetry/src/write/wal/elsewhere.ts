import { type InternalRpc, NobodyThere } from '@sluice/runtime'
import { unavailable } from '../../unavailable.ts'
import type { BarrierScope } from './barrier-scope.ts'

/** Requests about more things list none, to stay short. */
const MAX_NAMED = 100

/** Milliseconds: as long as a statement of the store may take. */
const TIMEOUT_MS = 35_000

/**
 * The read barrier of a process that does not write: asks the writing process to flush. If that does not run, nothing
 * is pending. Rejects with `unavailable` if it runs and cannot flush.
 */
export function readBarrierElsewhere(
  other: InternalRpc,
): (barrierScope: BarrierScope) => Promise<void> {
  return async ({ things, ...rest }) => {
    const named = things && things.length <= MAX_NAMED ? { things } : {}
    await askThere(other, { ...rest, ...named })
  }
}

/** A horizon of the writing process; undefined while it does not run. */
export async function horizonElsewhere(
  other: InternalRpc,
  of: Required<Pick<BarrierScope, 'organization' | 'things'>>,
): Promise<bigint | undefined> {
  const answer = (await askThere(other, { ...of, horizon: true })) as
    | { version: string }
    | undefined
  return answer && BigInt(answer.version)
}

async function askThere(other: InternalRpc, question: object): Promise<unknown> {
  try {
    return await other.ask('samples', question, TIMEOUT_MS)
  } catch (cause) {
    if (cause instanceof NobodyThere) return undefined
    throw unavailable(cause)
  }
}
