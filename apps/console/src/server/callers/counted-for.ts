/**
 * For whom the console's work counts when it waits for connections, cores or slices: one caller's work never delays
 * another's. Without an owner, work counts as the service's own, in a single queue.
 *
 * Operations of the contract count for their organization by themselves (`perform`).
 */
import { workFor } from '@sluice/runtime'
import { strangersAt } from '../attempts/strangers-at.ts'
import { callerBudget } from './caller-budget.ts'

/** For lookups of a session, which therefore wait for nothing else, whatever its organization does. */
export function forSession<Result>(headers: Headers, work: () => Result): Result {
  return workFor(`session ${callerBudget().sessionIn(headers.get('cookie'))}`, work)
}

/** For work about a person rather than an organization. */
export function forPerson<Result>(userId: string, work: () => Result): Result {
  return workFor(`person ${userId}`, work)
}

/** For work in an organization. */
export function forOrganization<Result>(organizationId: string, work: () => Result): Result {
  return workFor(organizationId, work)
}

/** For callers without a session, and for sign-in. */
export function forAddress<Result>(address: string | null, work: () => Result): Result {
  return workFor(strangersAt(address), work)
}
