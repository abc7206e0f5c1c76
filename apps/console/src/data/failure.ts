import { TRPCClientError } from '@trpc/client'
import type { AppRouter } from '#server/trpc/router.ts'
import { texts } from '#texts/data.ts'
import { pointerSteps } from './faults.ts'

/** A failed call as the server's error formatter shaped it. */
export type Failure = TRPCClientError<AppRouter>

export function isFailure(error: unknown): error is Failure {
  return error instanceof TRPCClientError
}

/** Whether the call failed since there is no such thing, or none that the user may read. */
export function isMissing(error: unknown): boolean {
  return isFailure(error) && error.data?.code === 'NOT_FOUND'
}

/** Whether the call failed since the user may not do it. */
export function isRefused(error: unknown): boolean {
  return isFailure(error) && error.data?.code === 'FORBIDDEN'
}

/** Whether the call failed since what it changes is no longer as it was read. */
export function isConflict(error: unknown): boolean {
  return isFailure(error) && error.data?.problem?.code === 'precondition-failed'
}

/** The sentence to show for a failed call, with the request id where the fault is ours. */
export function failureText(error: unknown): string {
  if (!isFailure(error)) return texts.brokenPage
  if (!error.data) return texts.unreachable
  const { code, problem, requestId, httpStatus } = error.data
  // The notice with a link cannot be reached by keyboard from within a dialog.
  if (code === 'UNAUTHORIZED') return texts.signedOut.refused
  if (httpStatus >= 500) return requestId ? texts.failedWithId(requestId) : texts.failed
  if (isConflict(error)) return texts.conflict
  const [fault] = problem?.errors ?? []
  if (fault) return texts.fault(fieldOf(fault.pointer), fault.detail)
  return problem?.detail ?? error.message
}

/** What a pointer is about, as people read it: the last name of its path. */
function fieldOf(pointer: string): string {
  return pointerSteps(pointer).findLast((step) => !/^\d+$/.test(step)) ?? pointer
}
