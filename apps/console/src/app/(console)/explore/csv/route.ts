import { seriesCsv } from '#explore/csv.ts'
import { readQuestion } from '#explore/question.ts'
import { csvResponse } from '#server/csv-response.ts'
import { httpContext } from '#server/trpc/context.ts'

export const dynamic = 'force-dynamic'

/** What the explorer shows as a file, all pages of it; for the signed-in user only. */
export async function GET(request: Request): Promise<Response> {
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  const context = await httpContext(request, headers)
  if (!context.session?.actor) {
    return new Response('Sign in to the console to export data.\n', { status: 401, headers })
  }
  const question = readQuestion(new URL(request.url).searchParams)
  const pages = seriesCsv({ ...context, actor: context.session.actor }, question)
  return csvResponse(pages, 'series.csv', headers)
}
