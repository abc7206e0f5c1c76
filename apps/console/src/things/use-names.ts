'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'

/** The choices of filters and forms. Beyond a thousand of a kind, the API's own filters serve better. */
const everyOne = { query: { limit: 1000, fields: 'id,name' } }

export interface Option {
  readonly value: string
  readonly label: string
}

/** The thing types, sites and fleets to choose from. */
export function useNames() {
  const trpc = useTRPC()
  const types = useQuery(trpc.thingTypes.list.queryOptions(everyOne))
  const sites = useQuery(trpc.sites.list.queryOptions(everyOne))
  const fleets = useQuery(trpc.fleets.list.queryOptions(everyOne))
  return {
    types: options(types.data?.items),
    sites: options(sites.data?.items),
    fleets: options(fleets.data?.items),
  }
}

/** The options and what is chosen though not among them, which would else vanish from its field. */
export function withChosen(known: readonly Option[], chosen: readonly (string | null)[]): Option[] {
  const missing = chosen.filter(
    (id): id is string => id !== null && !known.some(({ value }) => value === id),
  )
  return [...known, ...missing.map((id) => ({ value: id, label: id }))]
}

function options(items: readonly { id: string; name: string }[] = []): Option[] {
  return items.map(({ id, name }) => ({ value: id, label: name }))
}
