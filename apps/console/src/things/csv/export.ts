import type { Call, Output } from '@sluice/contract'
import { perform, type UserActor } from '@sluice/core'
import { csvOfLines } from '@sluice/formats'
import { core } from '#server/core.ts'
import { cellsOf, thingCells } from './cells.ts'

interface Caller {
  readonly actor: UserActor
  readonly requestId: string
  readonly address: string | null
}

/** The things that a query finds as CSV, a chunk a page; what the import reads back without a change. */
export async function* thingsCsv(
  { actor, requestId, address }: Caller,
  query: Call<'things.list'>['query'],
): AsyncGenerator<string, void> {
  yield csvOfLines([thingCells])
  let cursor: string | undefined
  do {
    const call = { query: { ...query, limit: 1000, cursor } }
    const request = { name: 'things.list', actor, call, requestId, address } as const
    const page = (await perform(core(), request)) as Output<'things.list'>
    yield csvOfLines(page.items.map(cellsOf))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}
