import { Problem } from '@sluice/runtime'
import { texts } from '#texts/server.ts'
import { reportFailure } from '../report.ts'
import { trpcErrorOf } from '../trpc/failure.ts'

/**
 * Streams pages of bytes as a file. Awaits the first page, so that a problem becomes an error response and not a
 * truncated file.
 */
export async function csvResponse(
  pages: AsyncGenerator<Uint8Array, void>,
  filename: string,
  headers: Headers,
  requestId: string,
): Promise<Response> {
  const first = await pages.next().catch(refusal)
  if (first instanceof Problem) return textOf(first, headers, requestId)
  headers.set('Content-Type', 'text/csv; charset=utf-8')
  headers.set('Content-Disposition', `attachment; filename="${filename}"`)
  return new Response(streamOf(first, pages), { headers })
}

/** Returns a problem as a value; rethrows any other error. */
export function refusal(error: unknown): Problem {
  if (error instanceof Problem) return error
  throw error
}

/** A problem as text for the person who requested a file. Internal failures are logged under the request id shown. */
export function textOf(problem: Problem, headers: Headers, requestId?: string): Response {
  const { detail, errors, status, retryAfter } = problem
  reportFailure(trpcErrorOf(problem), 'csv', requestId)
  if (retryAfter !== undefined) headers.set('Retry-After', String(retryAfter))
  const faults = errors?.map(({ pointer, detail }) => `${pointer} ${detail}\n`) ?? []
  const id = status >= 500 && requestId ? `${texts.requestId(requestId)}\n` : ''
  return new Response(`${detail}\n${faults.join('')}${id}`, { status, headers })
}

/** A page that fails aborts the connection, so that the browser reports a failed download. */
function streamOf(first: IteratorResult<Uint8Array, void>, rest: AsyncGenerator<Uint8Array, void>) {
  let next: Promise<IteratorResult<Uint8Array, void>> = Promise.resolve(first)
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await next
      if (done) return controller.close()
      controller.enqueue(value)
      next = rest.next()
      // Read ahead. Its failure surfaces at the next pull.
      next.catch(() => undefined)
    },
    async cancel() {
      await rest.return()
    },
  })
}
