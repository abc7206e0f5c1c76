import { askOther, type OtherProcess } from '../../other-process.ts'
import { unavailable } from '../unavailable.ts'
import type { WaitedFor } from './waited-for.ts'

/** Where the process that writes samples has those of its machine wait until what it acknowledged, and they read, is in the tables. */
export const CATCH_UP_PATH = '/internal/samples'

/** More things than this are not named: the question is to be a short one. */
const MOST_NAMED = 100

/** Milliseconds: as long as a statement of the store may take. */
const PATIENCE = 35_000

/**
 * Waits for another process's log of samples. One that does not run acknowledges nothing, so then there is nothing to
 * wait for but what it left, which it brings over when it is back. Rejects with `unavailable` where it runs and cannot.
 */
export function catchUpElsewhere(other: OtherProcess): (waitedFor: WaitedFor) => Promise<void> {
  return async ({ things, ...rest }) => {
    const named = things && things.length <= MOST_NAMED ? { things } : {}
    try {
      const answer = await askOther(other, CATCH_UP_PATH, { ...rest, ...named }, PATIENCE)
      if (!answer.ok) throw new Error(`The API answered ${answer.status}.`)
    } catch (cause) {
      if (isNobodyThere(cause)) return
      throw unavailable(cause)
    }
  }
}

function isNobodyThere(fault: unknown): boolean {
  const { cause } = fault as { cause?: { code?: string } }
  return cause?.code === 'ECONNREFUSED'
}
