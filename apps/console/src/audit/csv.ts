import { type Call, operations } from '@sluice/contract'
import { longCsvOfPage } from '@sluice/formats'
import type { Ask } from '#server/callers/ask-as-admitted.ts'
import { csvOfPages } from '#server/csv/csv-of-pages.ts'

const PAGE = 1000

/** The audit log as CSV, one chunk per page. */
export function auditCsv(
  ask: Ask,
  query: Call<'audit.list'>['query'],
): AsyncGenerator<Uint8Array, void> {
  return csvOfPages({
    read: (cursor) => ask('audit.list', { query: { ...query, limit: PAGE, cursor } }),
    format: (page) => longCsvOfPage(operations['audit.list'].response, page, undefined),
  })
}
