import { type ActorName, searchTextOf } from '@sluice/contract'
import { perform, type UserActor } from '@sluice/core'
import { isStorable, Problem } from '@sluice/runtime'
import { z } from 'zod'
import { texts } from '#texts/server.ts'
import { core } from '../core.ts'
import { memberProcedure, router } from './init.ts'

/** Kinds of results, each with the list, the read and the parameter that find it. */
const kinds = {
  thing: ['things.list', 'things.get', 'thingId'],
  site: ['sites.list', 'sites.get', 'siteId'],
  fleet: ['fleets.list', 'fleets.get', 'fleetId'],
  key: ['keys.list', 'keys.get', 'keyId'],
  thingType: ['thingTypes.list', 'thingTypes.get', 'thingTypeId'],
  metric: ['metricDefinitions.list', 'metricDefinitions.get', 'metricDefinitionId'],
  template: ['templates.list', 'templates.get', 'templateId'],
  integration: ['integrations.list', 'integrations.get', 'integrationId'],
  mapping: ['mappings.list', 'mappings.get', 'mappingId'],
} as const satisfies Record<string, readonly [ActorName, ActorName, string]>

export type FoundKind = keyof typeof kinds

export interface Found {
  readonly kind: FoundKind
  readonly id: string
  readonly name: string
}

/** Results of each kind. */
const SHOWN = 5

interface Caller {
  readonly actor: UserActor
  readonly requestId: string
  readonly address: string | null
}

/** Kinds that are queried at once; each query takes milliseconds of the event loop. */
const AT_ONCE = 3

const fields = 'id,name'

/** Finds anything that the user may read by part of its id or name. The secret of a pasted key is removed. */
export const searchRouter = router({
  find: memberProcedure
    .input(
      z.strictObject({
        text: z
          .string()
          .trim()
          .min(1)
          .max(100)
          .refine(isStorable, texts.notStorable)
          .transform(searchTextOf),
      }),
    )
    .query(async ({ ctx: { actor, requestId, address }, input: { text } }): Promise<Found[]> => {
      const caller = { actor, requestId, address }
      const names = Object.keys(kinds) as FoundKind[]
      const found: Found[] = []
      for (let from = 0; from < names.length; from += AT_ONCE) {
        const some = names.slice(from, from + AT_ONCE)
        found.push(...(await Promise.all(some.map((kind) => findOf(caller, kind, text)))).flat())
      }
      return found
    }),
})

type Row = Omit<Found, 'kind'>

/** The first results of a kind in the order of their ids, preceded by the one whose id is the text. */
async function findOf(caller: Caller, kind: FoundKind, text: string): Promise<Found[]> {
  const [list, get, param] = kinds[kind]
  const call = { query: { text, limit: SHOWN, fields } }
  const page = (await whereAllowed(caller, list, call)) as
    | { items: Row[]; nextCursor: string | null }
    | undefined
  const items = page?.items ?? []
  const isThere = items.some(({ id }) => id === text)
  if (page?.nextCursor && !isThere) {
    const one = (await whereAllowed(caller, get, {
      params: { [param]: text },
      query: { fields },
    })) as Row | undefined
    if (one) items.unshift(one)
  }
  return items.slice(0, SHOWN).map(({ id, name }) => ({ kind, id, name }))
}

const unfound: readonly string[] = ['scope-missing', 'not-found', 'invalid-request']

/** Returns undefined if the resource does not exist or the user may not read it. */
async function whereAllowed(caller: Caller, name: ActorName, call: object): Promise<unknown> {
  try {
    return await perform(core(), { name, ...caller, call } as Parameters<typeof perform>[1])
  } catch (error) {
    if (error instanceof Problem && unfound.includes(error.code)) return undefined
    throw error
  }
}
