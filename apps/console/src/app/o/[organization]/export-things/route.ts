import { decoded } from '#address/decoded.ts'
import { csvDownload } from '#server/csv/csv-download.ts'
import { thingsCsv } from '#things/csv/export.ts'
import { thingSelection } from '#things/query.ts'

export const dynamic = 'force-dynamic'

type Context = RouteContext<'/o/[organization]/export-things'>

/** Things as CSV: all pages that match the filters of the list, by id. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const selection = thingSelection(new URL(request.url).searchParams)
  return csvDownload(request, {
    organizationId: decoded((await params).organization),
    filename: 'things.csv',
    pages: (ask) => thingsCsv(ask, selection),
  })
}
