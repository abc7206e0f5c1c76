import type { TRPCClient } from '@trpc/client'
import type { AppRouter } from '#server/trpc/router.ts'

export interface Choice {
  readonly id: string
  readonly name: string
}

export interface FoundChoices {
  readonly items: readonly Choice[]
  /** Null if there are no more. */
  readonly nextCursor: string | null
}

type Client = TRPCClient<AppRouter>

interface Source {
  readonly list: (client: Client, query: ListQuery) => Promise<FoundChoices>
  readonly get: (client: Client, id: string) => Promise<Choice>
}

interface ListQuery {
  /** A part of the id or the name. */
  readonly text: string | undefined
  readonly limit: number
  readonly fields: 'id,name'
}

export type ChoiceKind =
  | 'thing'
  | 'thingType'
  | 'site'
  | 'fleet'
  | 'metric'
  | 'mapping'
  | 'template'
  | 'integration'
  | 'key'

const query = { fields: 'id,name' }

/** The kinds of resources that forms and filters can choose, and how to fetch them. */
export const sources: Record<ChoiceKind, Source> = {
  thing: {
    list: ({ things }, query) => things.list.query({ query }),
    get: ({ things }, thingId) => things.get.query({ params: { thingId }, query }),
  },
  thingType: {
    list: ({ thingTypes }, query) => thingTypes.list.query({ query }),
    get: ({ thingTypes }, thingTypeId) => thingTypes.get.query({ params: { thingTypeId }, query }),
  },
  site: {
    list: ({ sites }, query) => sites.list.query({ query }),
    get: ({ sites }, siteId) => sites.get.query({ params: { siteId }, query }),
  },
  fleet: {
    list: ({ fleets }, query) => fleets.list.query({ query }),
    get: ({ fleets }, fleetId) => fleets.get.query({ params: { fleetId }, query }),
  },
  metric: {
    list: ({ metricDefinitions }, query) => metricDefinitions.list.query({ query }),
    get: ({ metricDefinitions }, metricDefinitionId) =>
      metricDefinitions.get.query({ params: { metricDefinitionId }, query }),
  },
  mapping: {
    list: ({ mappings }, query) => mappings.list.query({ query }),
    get: ({ mappings }, mappingId) => mappings.get.query({ params: { mappingId }, query }),
  },
  template: {
    list: ({ templates }, query) => templates.list.query({ query }),
    get: ({ templates }, templateId) => templates.get.query({ params: { templateId }, query }),
  },
  integration: {
    list: ({ integrations }, query) => integrations.list.query({ query }),
    get: ({ integrations }, integrationId) =>
      integrations.get.query({ params: { integrationId }, query }),
  },
  key: {
    list: ({ keys }, query) => keys.list.query({ query }),
    get: ({ keys }, keyId) => keys.get.query({ params: { keyId }, query }),
  },
}
