import { decoded } from '#address/decoded.ts'
import { seriesCsv } from '#explore/csv.ts'
import { readQuestion } from '#explore/question.ts'
import { csvDownload } from '#server/csv/csv-download.ts'

export const dynamic = 'force-dynamic'

type Context = RouteContext<'/o/[organization]/explore/csv'>

/** The series of the Explore page as CSV, with all pages; `zone` is that of calendar buckets. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { searchParams } = new URL(request.url)
  const question = readQuestion(searchParams)
  const zone = searchParams.get('zone') ?? 'UTC'
  return csvDownload(request, {
    organizationId: decoded((await params).organization),
    filename: 'series.csv',
    pages: (ask) => seriesCsv(ask, question, zone),
  })
}
