'use client'

import { skipToken, useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import type { MeasuringThing } from './use-measuring.ts'

/** The zone of the site where all of the things are, else UTC. */
export function useZone(things: readonly MeasuringThing[]): string {
  const trpc = useTRPC()
  const [siteId = null, ...others] = new Set(things.map((thing) => thing.siteId))
  const isOne = siteId !== null && others.length === 0
  const { data } = useQuery(
    trpc.sites.get.queryOptions(isOne ? { params: { siteId }, query: {} } : skipToken),
  )
  return data?.timezone ?? 'UTC'
}
