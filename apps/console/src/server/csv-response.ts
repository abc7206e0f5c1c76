import { Problem } from '@sluice/runtime'
import { texts } from '#texts/server.ts'
import { reportFailure } from './report.ts'
import { trpcErrorOf } from './trpc/failure.ts'

/** Pages of text as a file to be saved. The first page is awaited, so that a refusal is an answer and not a cut file. */
export async function csvResponse(
  pages: AsyncGenerator<string, void>,
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

/** A refusal as a value; any other error goes on. */
export function refusal(error: unknown): Problem {
  if (error instanceof Problem) return error
  throw error
}

/** A refusal as a person reads it who has requested a file. A fault of ours is logged under the request id that is shown. */
export function textOf(problem: Problem, headers: Headers, requestId?: string): Response {
  const { detail, errors, status, retryAfter } = problem
  reportFailure(trpcErrorOf(problem), 'csv', requestId)
  if (retryAfter !== undefined) headers.set('Retry-After', String(retryAfter))
  const faults = errors?.map(({ pointer, detail }) => `${pointer} ${detail}\n`) ?? []
  const id = status >= 500 && requestId ? `${texts.requestId(requestId)}\n` : ''
  return new Response(`${detail}\n${faults.join('')}${id}`, { status, headers })
}

/** A page that fails ends the connection without the file's end, so that the browser tells of a failed download. */
function streamOf(first: IteratorResult<string, void>, rest: AsyncGenerator<string, void>) {
  let next: Promise<IteratorResult<string, void>> = Promise.resolve(first)
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await next
      if (done) return controller.close()
      controller.enqueue(new TextEncoder().encode(value))
      next = rest.next()
      // Read ahead: that it failed is told when it is asked for.
      next.catch(() => undefined)
    },
    async cancel() {
      await rest.return()
    },
  })
}
