'use client'

import { useQuery } from '@tanstack/react-query'
import { memberOf } from '#data/member-of.ts'
import { useTRPC } from '#data/trpc.ts'
import { type Selection, selectionQuery } from './selection.ts'

/**
 * The time of the latest sample of these metrics in epoch seconds; null if there is none or the query failed, undefined
 * while loading. `found` are the named things that exist.
 */
export function useLatest(
  selection: Selection,
  found: readonly string[],
  metrics: readonly string[],
): number | null | undefined {
  const trpc = useTRPC()
  const together = selectionQuery({ ...selection, groupBy: 'none' }, found)
  const query = { ...together, groupBy: 'none' as const }
  const { data, isError } = useQuery(trpc.telemetry.thingsRecent.queryOptions({ query }))
  if (!data) return isError ? null : undefined
  const times = metrics.flatMap((key) => {
    const latest = memberOf(data.metrics ?? {}, key)
    return latest ? [Date.parse(latest.timestamp)] : []
  })
  return times.length === 0 ? null : Math.max(...times) / 1000
}
