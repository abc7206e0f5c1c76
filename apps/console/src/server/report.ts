import type { TRPCError } from '@trpc/server'
import { isOurs } from './traced.ts'
import { tracer } from './tracer.ts'

/** Logs an internal failure under the request id that the user is shown. Rejected calls are not logged. */
export function reportFailure(error: TRPCError, path?: string, requestId?: string): void {
  if (!isOurs(error)) return
  const stack = innermost(error).stack
  const time = new Date().toISOString()
  const line = { level: 'error', time, requestId, path, ...tracer()?.ids(), stack }
  process.stderr.write(`${JSON.stringify(line)}\n`)
}

function innermost(error: Error): Error {
  return error.cause instanceof Error ? innermost(error.cause) : error
}
