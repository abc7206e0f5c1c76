import { type Call, operations } from '@sluice/contract'
import { csvOfPage } from '@sluice/formats'
import type { Ask } from '#server/callers/ask-as-admitted.ts'

const PAGE = 1000

/** Yields the audit log as CSV, one chunk per page; only the first chunk has the header line. */
export async function* auditCsv(
  ask: Ask,
  query: Call<'audit.list'>['query'],
): AsyncGenerator<string, void> {
  let cursor: string | undefined
  do {
    const page = await ask('audit.list', { query: { ...query, limit: PAGE, cursor } })
    const lines = csvOfPage(operations['audit.list'].response, page, undefined)
    yield cursor === undefined ? lines : withoutHeader(lines)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}

function withoutHeader(lines: string): string {
  return lines.slice(lines.indexOf('\r\n') + 2)
}
