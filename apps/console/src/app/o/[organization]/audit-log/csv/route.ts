import { decoded } from '#address/decoded.ts'
import { auditCsv } from '#audit/csv.ts'
import { auditQuery } from '#audit/query.ts'
import { csvDownload } from '#server/csv/csv-download.ts'

export const dynamic = 'force-dynamic'

type Context = RouteContext<'/o/[organization]/audit-log/csv'>

/** The audit log as CSV: all entries that match the filters. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const query = auditQuery(new URL(request.url).searchParams)
  return csvDownload(request, {
    organizationId: decoded((await params).organization),
    filename: 'audit-log.csv',
    pages: (ask) => auditCsv(ask, query),
  })
}
