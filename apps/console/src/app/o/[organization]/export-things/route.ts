import { decoded } from '#address/decoded.ts'
import { csvDownload } from '#server/csv/csv-download.ts'
import { thingsCsv } from '#things/csv/export.ts'
import { thingsQuery } from '#things/query.ts'

export const dynamic = 'force-dynamic'

type Context = RouteContext<'/o/[organization]/export-things'>

/** Things as CSV: all pages that match the filters of the list. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { query } = thingsQuery(new URL(request.url).searchParams)
  // A file shows no total, and every page would count again.
  const uncounted = { ...query, count: undefined }
  return csvDownload(request, {
    organizationId: decoded((await params).organization),
    filename: 'things.csv',
    pages: (ask) => thingsCsv(ask, uncounted),
  })
}
