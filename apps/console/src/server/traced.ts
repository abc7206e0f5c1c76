import type { Tracer } from '@sluice/tracing'
import type { TRPCError } from '@trpc/server'
import { tracer } from './tracer.ts'
import type { TrpcContext } from './trpc/context.ts'
import { publicFailure } from './trpc/failure.ts'

type Serve = (request: Request) => Promise<Response>

/**
 * Serves each request of a route in a span that follows OpenTelemetry's HTTP conventions. Neither headers nor the URL
 * are recorded, since both can contain secrets.
 */
export function tracedRoute(route: string, serve: Serve): Serve {
  return async (request) => {
    const tracing = tracer()
    if (!tracing) return serve(request)
    const { method, headers } = request
    const attributes = { 'http.request.method': method, 'http.route': route }
    const facts = { name: `${method} ${route}`, attributes }
    return tracing.request(Object.fromEntries(headers), facts, async (span) => {
      const answer = await serve(request)
      span.set({ 'http.response.status_code': answer.status })
      if (answer.status >= 500) span.fail(String(answer.status))
      return answer
    })
  }
}

/** Loads a page's data in the span of the page's request. */
export async function tracedPage<Result>(
  headers: Headers,
  load: () => Promise<Result>,
): Promise<Result> {
  return tracer()?.request(Object.fromEntries(headers), page, load) ?? load()
}

const page = { name: 'GET page', attributes: { 'http.request.method': 'GET' } }

type Outcome = { readonly ok: true } | { readonly ok: false; readonly error: TRPCError }

/** Makes a procedure call in a span of its name. */
export function tracedCall<Result extends Outcome>(
  tracing: Tracer,
  { path, ctx }: { path: string; ctx: TrpcContext },
  call: () => Promise<Result>,
): Promise<Result> {
  const organization = ctx.actor?.organization.id
  const attributes = {
    'sluice.operation': path,
    'sluice.request.id': ctx.requestId,
    ...(organization !== undefined && { 'sluice.organization.id': organization }),
  }
  return tracing.part({ name: path, attributes }, async (span) => {
    const result = await call()
    if (result.ok) return result
    const { problem } = publicFailure(result.error)
    if (problem) span.set({ 'sluice.problem': problem.code })
    // A rejected call is the caller's error, not a failure of this span.
    if (isOurs(result.error)) span.fail(result.error.code)
    return result
  })
}

/** Whether an error is an internal failure and not a rejected call. */
export function isOurs({ code }: TRPCError): boolean {
  return code === 'INTERNAL_SERVER_ERROR' || code === 'SERVICE_UNAVAILABLE'
}
