import { longCsvOfSeries } from '@sluice/formats'
import type { Ask } from '#server/callers/ask-as-admitted.ts'
import { csvOfPages } from '#server/csv/csv-of-pages.ts'
import type { Question } from './question.ts'
import { wholeQuery } from './series-query.ts'

/** Limits of one response. The number of values across all series is low enough to format a page quickly. */
const MOST_VALUES = 100_000
const MOST_SERIES = 1000
const MOST_TIMES = 10_000

/**
 * Exports every point of the explorer as CSV, one chunk per page.
 *
 * @param zone of calendar buckets
 */
export function seriesCsv(
  ask: Ask,
  question: Question,
  zone: string,
): AsyncGenerator<Uint8Array, void> {
  const asked = { question, found: question.things, lines: 0, zone }
  const query = wholeQuery(asked, question.metrics)
  // The number of things behind a filter is unknown here, so assume the maximum.
  const series = question.things.length * question.metrics.length || MOST_SERIES
  const limit = Math.min(MOST_TIMES, Math.floor(MOST_VALUES / series))
  return csvOfPages({
    read: (cursor) => ask('telemetry.thingsTimeseries', { query: { ...query, limit, cursor } }),
    format: (page) => longCsvOfSeries(page),
  })
}
