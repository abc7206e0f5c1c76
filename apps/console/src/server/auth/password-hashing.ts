import { availableParallelism } from 'node:os'
import { fairQueue, Problem, workingFor } from '@sluice/runtime'
import { APIError } from 'better-auth/api'
import * as crypto from 'better-auth/crypto'
import { texts } from '#texts/server.ts'

/**
 * Hashing a password takes a core for a tenth of a second, by design. At most half of the cores hash at once, so that
 * other requests are still served. Addresses take turns.
 */
const turns = fairQueue({
  slots: Math.max(1, Math.floor(availableParallelism() / 2)),
  ...{ longest: 64, patience: 10_000 },
  refusal: () =>
    new Problem('unavailable', {
      detail: texts.crowdedPasswords,
      retryAfter: 1,
    }),
})

/** Waits in the queue of whom the caller works for. Rejects with `unavailable` if the queue is full or the wait too long. */
export function hashPassword(password: string): Promise<string> {
  return turns.run(workingFor(), () => crypto.hashPassword(password))
}

/** The same for Better Auth, with its own type of error. */
export const passwordHashing = {
  hash: (password: string) => hashPassword(password).catch(asApiError),
  verify: (given: { hash: string; password: string }) =>
    turns.run(workingFor(), () => crypto.verifyPassword(given)).catch(asApiError),
}

function asApiError(error: unknown): never {
  if (!(error instanceof Problem)) throw error
  const headers = { 'Retry-After': String(error.retryAfter) }
  throw new APIError('SERVICE_UNAVAILABLE', { message: error.detail }, headers)
}
