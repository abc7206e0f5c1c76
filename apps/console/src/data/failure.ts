import { TRPCClientError } from '@trpc/client'
import type { AppRouter } from '#server/trpc/router.ts'
import { texts } from '#texts/data.ts'
import { pointerSteps } from './faults.ts'
import { OTHER_PERSON } from './page-person.ts'

/** A failed call, in the shape of the server's error formatter. */
export type Failure = TRPCClientError<AppRouter>

export function isFailure(error: unknown): error is Failure {
  return error instanceof TRPCClientError
}

/** Whether the resource does not exist or the user may not read it. */
export function isMissing(error: unknown): boolean {
  return isFailure(error) && error.data?.code === 'NOT_FOUND'
}

/** Whether the user lacks permission. */
export function isRefused(error: unknown): boolean {
  return isFailure(error) && error.data?.code === 'FORBIDDEN'
}

/** Whether the call failed because the resource has changed since it was read. */
export function isConflict(error: unknown): boolean {
  return isFailure(error) && error.data?.problem?.code === 'precondition-failed'
}

/** Whether the call was refused because somebody else has signed in since the page was rendered. */
export function isOtherPerson(error: unknown): boolean {
  return isFailure(error) && error.message === OTHER_PERSON
}

/** Whether the call may have taken effect although it failed: its answer was lost, or the server broke off. */
export function mayHaveWorked(error: unknown): boolean {
  return isFailure(error) && (!error.data || error.data.httpStatus >= 500)
}

/** The message for a failed call; it includes the request id if the server is at fault. */
export function failureText(error: unknown): string {
  if (!isFailure(error)) return texts.brokenPage
  if (!error.data) return texts.unreachable
  const { code, problem, requestId, httpStatus } = error.data
  if (isOtherPerson(error)) return texts.otherPerson.text
  // A dialog traps the focus, so the notice with its link is out of reach of the keyboard.
  if (code === 'UNAUTHORIZED') return texts.signedOut.refused
  if (httpStatus >= 500) return requestId ? texts.failedWithId(requestId) : texts.failed
  if (isConflict(error)) return texts.conflict
  const [fault] = problem?.errors ?? []
  if (fault) return texts.fault(fieldOf(fault.pointer), fault.detail)
  return problem?.detail ?? error.message
}

/** The last name in a JSON pointer, which readers know as the field. */
function fieldOf(pointer: string): string {
  return pointerSteps(pointer).findLast((step) => !/^\d+$/.test(step)) ?? pointer
}
