import type { KeyCall } from '@sluice/contract'

/** A call with the name of its row. */
export type CallRow = KeyCall & { readonly row: string }

/** Older calls have no id, and can be alike in everything: their place tells them apart. */
export function numbered(page: { items: KeyCall[]; nextCursor: string | null }) {
  return {
    ...page,
    items: page.items.map((call, i): CallRow => ({ ...call, row: call.requestId ?? `row ${i}` })),
  }
}
