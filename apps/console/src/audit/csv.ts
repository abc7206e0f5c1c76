import { type Call, type Output, operations } from '@sluice/contract'
import { perform, type UserActor } from '@sluice/core'
import { csvOfPage } from '@sluice/formats'
import { core } from '#server/core.ts'

interface Caller {
  readonly actor: UserActor
  readonly requestId: string
  readonly address: string | null
}

const PAGE = 1000

/** The log as CSV, a chunk a page; only the first one has the header line. */
export async function* auditCsv(
  { actor, requestId, address }: Caller,
  query: Call<'audit.list'>['query'],
): AsyncGenerator<string, void> {
  let cursor: string | undefined
  do {
    const call = { query: { ...query, limit: PAGE, cursor } }
    const request = { name: 'audit.list', actor, call, requestId, address } as const
    const page = (await perform(core(), request)) as Output<'audit.list'>
    const lines = csvOfPage(operations['audit.list'].response, page, undefined)
    yield cursor === undefined ? lines : withoutHeader(lines)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}

function withoutHeader(lines: string): string {
  return lines.slice(lines.indexOf('\r\n') + 2)
}
