import type { KeyCall } from '@sluice/contract'

/** A call with its React key. */
export type CallRow = KeyCall & { readonly row: string }

/** Older calls have no request id and may be identical, so they are numbered. */
export function numbered(page: { items: KeyCall[]; nextCursor: string | null }) {
  return {
    ...page,
    items: page.items.map((call, i): CallRow => ({ ...call, row: call.requestId ?? `row ${i}` })),
  }
}
