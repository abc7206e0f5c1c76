'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'

/** The filters' choices. Beyond a thousand of either, the API's own filters serve better. */
const everyOne = { query: { limit: 1000, fields: 'id,name' } }

/** The thing types and sites to filter by. */
export function useNames() {
  const trpc = useTRPC()
  const types = useQuery(trpc.thingTypes.list.queryOptions(everyOne))
  const sites = useQuery(trpc.sites.list.queryOptions(everyOne))
  return { types: options(types.data?.items), sites: options(sites.data?.items) }
}

function options(items: readonly { id: string; name: string }[] = []) {
  return items.map(({ id, name }) => ({ value: id, label: name }))
}
