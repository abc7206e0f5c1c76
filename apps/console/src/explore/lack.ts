import type { LoadedQuery } from '#states/loaded.tsx'

/** What could not be loaded beside the lines of a chart. */
export interface Lack {
  readonly what: 'before' | 'outliers' | 'statistics'
  readonly error: unknown
  readonly retry: () => void
}

/** Reports those of these queries that failed without an answer; undefined if none did. */
export function lackOf(
  what: Lack['what'],
  queries: readonly LoadedQuery<unknown>[],
): Lack | undefined {
  const failed = queries.filter(({ data, error }) => data === undefined && error)
  const [first] = failed
  if (!first) return undefined
  const retry = () => {
    for (const query of failed) void query.refetch()
  }
  return { what, error: first.error, retry }
}
