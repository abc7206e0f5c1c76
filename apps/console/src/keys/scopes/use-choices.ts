'use client'

import { skipToken, useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import type { Slot } from './forms.ts'

export interface Choice {
  readonly id: string
  readonly name: string
}

/** What can fill a slot, or what matched: undefined while it is on the way. */
export interface Choices {
  readonly items: readonly Choice[] | undefined
  /** There are more than one call answers. */
  readonly isCut: boolean
}

const everyOne = { query: { limit: 1000, fields: 'id,name' } }

/** What there is of a kind other than things, of which there may be too many to list. */
export function useChoices(slot: Exclude<Slot, 'thing'> | undefined): Choices {
  const trpc = useTRPC()
  const asked = (wanted: Slot) => (slot === wanted ? everyOne : skipToken)
  const answers = {
    site: useQuery(trpc.sites.list.queryOptions(asked('site'))),
    fleet: useQuery(trpc.fleets.list.queryOptions(asked('fleet'))),
    thingType: useQuery(trpc.thingTypes.list.queryOptions(asked('thingType'))),
    metric: useQuery(trpc.metricDefinitions.list.queryOptions(asked('metric'))),
    template: useQuery(trpc.templates.list.queryOptions(asked('template'))),
    integration: useQuery(trpc.integrations.list.queryOptions(asked('integration'))),
    key: useQuery(trpc.keys.list.queryOptions(asked('key'))),
  }
  const data = slot && answers[slot].data
  return { items: data?.items, isCut: data?.nextCursor != null }
}
