'use client'

import type { Key } from '@sluice/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { useNow } from '#format/clock.tsx'
import { useUrlState } from '#url/use-url-state.ts'
import { healthOf } from '../health/health.ts'
import { keysQuery } from '../query.ts'
import { useOverview } from '../usage/use-overview.ts'

/** The keys for the URL's filters, with the usage and health of each as far as loaded. */
export function useKeys() {
  const trpc = useTRPC()
  const now = useNow()
  const { params } = useUrlState()
  const query = useQuery({
    ...trpc.keys.list.queryOptions(keysQuery(params)),
    placeholderData: keepPreviousData,
  })
  const use = useOverview(query.data?.items.map(({ id }) => id) ?? [])
  return {
    query,
    use,
    health: (key: Key) => healthOf(key, use.byKey.get(key.id), now),
  }
}
