import type { Fault, ProblemCode } from '@sluice/contract'
import { invalidRequest, Problem } from '@sluice/runtime'
import { TRPCError } from '@trpc/server'
import { z } from 'zod'
import { faultsOf } from '#data/faults.ts'
import { texts } from '#texts/server.ts'

/** The public part of a problem, which the browser sees. */
export interface PublicProblem {
  readonly code: ProblemCode
  readonly title: string
  readonly detail: string
  readonly errors: readonly Fault[]
  readonly retryAfter: number | null
}

const codes: Record<number, TRPCError['code']> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  409: 'CONFLICT',
  412: 'PRECONDITION_FAILED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  503: 'SERVICE_UNAVAILABLE',
}

/** Converts a problem to tRPC's error; returns anything else as it is. */
export function asTrpcError(error: unknown): unknown {
  return error instanceof Problem ? trpcErrorOf(error) : error
}

export function trpcErrorOf(problem: Problem): TRPCError {
  const code = codes[problem.status] ?? 'INTERNAL_SERVER_ERROR'
  return new TRPCError({ code, message: problem.detail, cause: problem })
}

/** What the browser may see of an error: the public part of a problem, and no internal details. */
export function publicFailure(error: TRPCError): {
  message: string
  problem: PublicProblem | null
} {
  const known = problemOf(error)
  if (known) {
    const { code, title, detail, errors, retryAfter } = known
    const problem = { code, title, detail, errors: errors ?? [], retryAfter: retryAfter ?? null }
    return { message: detail, problem }
  }
  const message = error.code === 'INTERNAL_SERVER_ERROR' ? texts.failed : error.message
  return { message, problem: null }
}

/** A problem of the core, or input that the schema of a procedure refuses. */
function problemOf({ code, cause }: TRPCError): Problem | undefined {
  if (cause instanceof Problem) return cause
  const isRefused = code === 'BAD_REQUEST' && cause instanceof z.ZodError
  return isRefused ? invalidRequest(faultsOf(cause, '')) : undefined
}

/** The Retry-After header for the longest wait of the rejected calls, if any has one. */
export function retryAfterOf(errors: readonly TRPCError[]): { 'retry-after'?: string } {
  const waits = errors.map((error) => publicFailure(error).problem?.retryAfter ?? 0)
  const longest = Math.max(0, ...waits)
  return longest > 0 ? { 'retry-after': String(longest) } : {}
}
