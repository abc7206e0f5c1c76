import type { CallOptions } from './methods.ts'
import type { AnyCall } from './send.ts'

type Fetch = (call: AnyCall, options?: CallOptions) => Promise<unknown>

interface Page {
  readonly items: readonly unknown[]
  readonly nextCursor: string | null
}

/**
 * Yields page after page. Each is fetched when the one before has been used up. Rejects as the
 * call does.
 */
export async function* eachPage(fetch: Fetch, call: AnyCall = {}, options?: CallOptions) {
  let query = call.query
  for (;;) {
    const page = (await fetch({ ...call, query }, options)) as Page
    yield page
    if (page.nextCursor === null) return
    query = { ...query, cursor: page.nextCursor }
  }
}

/** Yields the items of every page, like {@link eachPage}. */
export async function* eachItem(fetch: Fetch, call?: AnyCall, options?: CallOptions) {
  for await (const page of eachPage(fetch, call, options)) yield* page.items
}
