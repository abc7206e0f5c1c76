'use client'

import type { Key } from '@sluice/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { useNow } from '#format/clock.tsx'
import { useUrlState } from '#url/use-url-state.ts'
import { healthOf } from '../health/health.ts'
import { filtersOf, isLocal, keysQuery } from '../query.ts'
import { useOverview } from '../usage/use-overview.ts'
import { foundKeys, pageOf } from './found.ts'

/** The page of keys that the URL asks for, with what is known of each. */
export function useKeys() {
  const trpc = useTRPC()
  const now = useNow()
  const { params } = useUrlState()
  const filters = filtersOf(params)
  const local = isLocal(filters)
  const query = useQuery({
    ...trpc.keys.list.queryOptions(keysQuery(params)),
    placeholderData: keepPreviousData,
  })
  const all = query.data?.items ?? []
  const needsEveryUse = filters.health === 'refused' || filters.sort === 'calls'
  const everyUse = useOverview(needsEveryUse ? all.map(({ id }) => id) : [])
  const known = {
    health: (key: Key) => healthOf(key, everyUse.byKey.get(key.id), now),
    calls: (key: Key) => everyUse.byKey.get(key.id)?.total ?? 0,
  }
  const page =
    local && query.data ? pageOf(foundKeys(all, filters, known), params.get('cursor')) : query.data
  const use = useOverview(page?.items.map(({ id }) => id) ?? [])
  return {
    query: { ...query, data: everyUse.isComplete ? page : undefined },
    use: use.byKey,
    /** Older keys than those that were searched. */
    isCut: local && query.data?.nextCursor != null,
    health: (key: Key) => healthOf(key, use.byKey.get(key.id), now),
  }
}
