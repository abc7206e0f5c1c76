'use client'

import { skipToken, useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { useZone } from '#preferences/preferences-provider.tsx'
import type { MeasuringThing } from './use-measuring.ts'

/** The zone to show times of things in; where all are of one site, that may be its own. */
export function useZoneOf(things: readonly MeasuringThing[]): string {
  const trpc = useTRPC()
  const [siteId = null, ...others] = new Set(things.map((thing) => thing.siteId))
  const isOne = siteId !== null && others.length === 0
  const { data } = useQuery(
    trpc.sites.get.queryOptions(isOne ? { params: { siteId }, query: {} } : skipToken),
  )
  return useZone(data?.timezone)
}
