import { auditCsv } from '#audit/csv.ts'
import { auditQuery } from '#audit/query.ts'
import { csvResponse } from '#server/csv-response.ts'
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
  return csvResponse(pages, 'audit-log.csv', headers)
}
