import type { CallOptions } from './methods.ts'
import type { AnyCall } from './request.ts'

/** One page, and the cursor of the next, if there is one. */
export interface Page<Data> {
  readonly data: Data
  readonly nextCursor: string | null
}

/** Gets one page. */
export type GetPage<Data> = (call: AnyCall, options: CallOptions) => Promise<Page<Data>>

/** Yields page after page. Each is fetched after the one before was consumed. Rejects as the call does. */
export async function* eachPage<Data>(
  get: GetPage<Data>,
  call: AnyCall = {},
  options: CallOptions = {},
): AsyncGenerator<Data, void> {
  let query = call.query
  for (;;) {
    const { data, nextCursor } = await get({ ...call, query }, options)
    yield data
    if (nextCursor === null) return
    query = { ...query, cursor: nextCursor }
  }
}

/** Yields the items of all pages, like {@link eachPage}. */
export async function* eachItem(pages: AsyncIterable<{ readonly items: readonly unknown[] }>) {
  for await (const { items } of pages) yield* items
}
