import { csvResponse } from '#server/csv-response.ts'
import { httpContext } from '#server/trpc/context.ts'
import { thingsCsv } from '#things/csv/export.ts'
import { thingsQuery } from '#things/query.ts'

export const dynamic = 'force-dynamic'

/** Things as a file, all pages of what the list's filters find; for the signed-in user only. */
export async function GET(request: Request): Promise<Response> {
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  const context = await httpContext(request, headers)
  if (!context.session?.actor) {
    return new Response('Sign in to the console to export things.\n', { status: 401, headers })
  }
  const { query } = thingsQuery(new URL(request.url).searchParams)
  const caller = { ...context, actor: context.session.actor }
  return csvResponse(thingsCsv(caller, query), 'things.csv', headers)
}
