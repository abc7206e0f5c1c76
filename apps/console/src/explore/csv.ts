import { longCsvOfSeries } from '@sluice/formats'
import { inSlices } from '@sluice/runtime'
import type { Ask } from '#server/callers/ask-as-admitted.ts'
import type { Question } from './question.ts'
import { wholeQuery } from './series-query.ts'

/** Limits of one response. The number of values across all series is low enough to format a page quickly. */
const MOST_VALUES = 100_000
const MOST_SERIES = 1000
const MOST_TIMES = 10_000

/**
 * Exports every point of the explorer as CSV, one chunk per page; only the first chunk has the header line.
 *
 * @param zone of calendar buckets
 */
export async function* seriesCsv(
  ask: Ask,
  question: Question,
  zone: string,
): AsyncGenerator<string, void> {
  let isFirst = true
  let cursor: string | null | undefined
  const asked = { question, found: question.things, lines: 0, zone }
  const query = wholeQuery(asked, question.metrics)
  // The number of things behind a filter is unknown here, so assume the maximum.
  const series = question.things.length * question.metrics.length || MOST_SERIES
  const limit = Math.min(MOST_TIMES, Math.floor(MOST_VALUES / series))
  do {
    const page = await ask('telemetry.thingsTimeseries', {
      query: { ...query, limit, ...(cursor && { cursor }) },
    })
    const lines = Buffer.from(await inSlices(longCsvOfSeries(page))).toString()
    yield isFirst ? lines : lines.slice(lines.indexOf('\r\n') + 2)
    isFirst = false
    cursor = page.nextCursor
  } while (cursor !== null)
}
