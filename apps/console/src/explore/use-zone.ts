'use client'

import { skipToken, useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { useZone } from '#preferences/preferences-provider.tsx'
import type { MeasuringThing } from './use-measuring.ts'

/** The zone for the times of these things. If all are at one site, the site's zone may apply. */
export function useZoneOf(things: readonly MeasuringThing[]): string {
  const trpc = useTRPC()
  const [siteId = null, ...others] = new Set(things.map((thing) => thing.siteId))
  const isOne = siteId !== null && others.length === 0
  const { data } = useQuery(
    trpc.sites.get.queryOptions(isOne ? { params: { siteId }, query: {} } : skipToken),
  )
  return useZone(data?.timezone)
}
