import { availableParallelism } from 'node:os'
import { fairQueue, Problem, workFor, workingFor } from '@sluice/runtime'
import { APIError } from 'better-auth/api'
import * as crypto from 'better-auth/crypto'
import { texts } from '#texts/server.ts'
import { strangersAt } from './strangers-at.ts'

/**
 * To hash a password takes a core for a tenth of a second, as it should. At most half of the cores do it at once, so that
 * everything else is answered meanwhile, and the addresses that ask for it take turns.
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

/** Does what somebody at an address asks: whatever has to be hashed for it takes the turn of strangers there. */
export function forAddress<Result>(address: string | null, work: () => Result): Result {
  return workFor(strangersAt(address), work)
}

/** Rejects with `unavailable`. */
export function hashPassword(password: string): Promise<string> {
  return turns.run(workingFor(), () => crypto.hashPassword(password))
}

/** The same for Better Auth, which knows errors of its own only. */
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
