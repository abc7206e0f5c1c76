import type { Call } from '@sluice/contract'

const MOST = 1000

/** Enough of every active key and thing to count them, and to see who sent last. */
export const overviewQueries = {
  keys: { query: { status: 'Active', limit: MOST, fields: 'id' } } satisfies Call<'keys.list'>,
  things: {
    query: { limit: MOST, fields: 'id,name,thingTypeId,lastSeenAt' },
  } satisfies Call<'things.list'>,
  sites: { query: { limit: MOST, fields: 'id' } } satisfies Call<'sites.list'>,
}

/** How many are in a list's first page, and whether there are more. */
export function countOf(page: { items: readonly unknown[]; nextCursor: string | null }): string {
  const count = page.items.length.toLocaleString('en')
  return page.nextCursor === null ? count : `more than ${count}`
}
