import { auditCsv } from '#audit/csv.ts'
import { auditQuery } from '#audit/query.ts'
import { httpContext } from '#server/trpc/context.ts'

export const dynamic = 'force-dynamic'

/** The audit log as a file, all pages of what the filters find; for the signed-in user only. */
export async function GET(request: Request): Promise<Response> {
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  const context = await httpContext(request, headers)
  if (!context.session?.actor) {
    return new Response('Sign in to the console to export the audit log.\n', {
      status: 401,
      headers,
    })
  }
  const { query } = auditQuery(new URL(request.url).searchParams)
  const pages = auditCsv(
    { ...context, actor: context.session.actor },
    { ...query, cursor: undefined },
  )
  // The first page is awaited, so that a refusal is an answer and not a cut file.
  const first = await pages.next()
  headers.set('Content-Type', 'text/csv; charset=utf-8')
  headers.set('Content-Disposition', 'attachment; filename="audit-log.csv"')
  return new Response(streamOf(first, pages), { headers })
}

function streamOf(first: IteratorResult<string, void>, rest: AsyncGenerator<string, void>) {
  let next: Promise<IteratorResult<string, void>> = Promise.resolve(first)
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await next
      if (done) return controller.close()
      controller.enqueue(new TextEncoder().encode(value))
      next = rest.next()
    },
    async cancel() {
      await rest.return()
    },
  })
}
