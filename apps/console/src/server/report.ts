import type { TRPCError } from '@trpc/server'

/** Logs a fault of ours, never a refusal, under the request id that the user is shown. */
export function reportFailure(error: TRPCError, path?: string, requestId?: string): void {
  if (error.code !== 'INTERNAL_SERVER_ERROR' && error.code !== 'SERVICE_UNAVAILABLE') return
  const stack = innermost(error).stack
  const time = new Date().toISOString()
  console.error(JSON.stringify({ level: 'error', time, requestId, path, stack }))
}

function innermost(error: Error): Error {
  return error.cause instanceof Error ? innermost(error.cause) : error
}
