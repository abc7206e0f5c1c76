import { TRPCClientError } from '@trpc/client'
import type { AppRouter } from '#server/trpc/router.ts'

/** A failed call as the server's error formatter shaped it. */
export type Failure = TRPCClientError<AppRouter>

export function isFailure(error: unknown): error is Failure {
  return error instanceof TRPCClientError
}

/** The sentence to show for a failed call, with the request id where the fault is ours. */
export function failureText(error: unknown): string {
  if (!isFailure(error)) return 'Something went wrong in this page.'
  if (!error.data) return 'The console could not be reached. Check your connection and try again.'
  const { problem, requestId, httpStatus } = error.data
  if (httpStatus >= 500) return `Something went wrong on our side. Request ${requestId}.`
  return problem?.detail ?? error.message
}
