'use client'

import { type KeyUsageOverview, usageLimits } from '@sluice/contract'
import { useQueries } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { useZone } from '#preferences/preferences-provider.tsx'

export type Overview = KeyUsageOverview['items'][number]

/** Recent usage by key id, as far as loaded. Uses as few requests as the API allows. */
export function useOverview(keyIds: readonly string[]) {
  const trpc = useTRPC()
  const timezone = useZone()
  return useQueries({
    queries: inBatches(keyIds).map((keys) =>
      trpc.keys.usageOverview.queryOptions({ query: { keys: keys.join(','), timezone } }),
    ),
    combine: (answers) => ({
      byKey: new Map(
        answers.flatMap(({ data }) => data?.items ?? []).map((item) => [item.keyId, item]),
      ),
      error: answers.find(({ error }) => error)?.error ?? null,
      /** Whether some of it was never loaded because of an error. */
      isMissing: answers.some(({ data, error }) => error && !data),
      retry: () =>
        Promise.all(answers.filter(({ error }) => error).map(({ refetch }) => refetch())),
    }),
  })
}

function inBatches(ids: readonly string[]): string[][] {
  const size = usageLimits.overviewKeys
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, batch) =>
    ids.slice(batch * size, (batch + 1) * size),
  )
}
