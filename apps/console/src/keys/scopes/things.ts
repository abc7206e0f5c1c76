import type { Call, Output } from '@sluice/contract'
import { texts } from '#texts/keys-scopes.ts'
import type { Picked } from './forms.ts'

type Thing = Output<'things.get'>

/** A query for things, and a check for what the query cannot express. */
export interface ThingsWanted {
  readonly query: Call<'things.list'>['query']
  readonly fits: (thing: Pick<Thing, 'id' | 'siteId' | 'fleetIds'>) => boolean
}

/** How to find the things that a picked filter matches; undefined for other resources. */
export function thingsOf({ kind, values }: Picked): ThingsWanted | undefined {
  if (kind !== 'things' && kind !== 'siteThings' && kind !== 'fleetThings') return undefined
  const [place, type, id] = kind === 'things' ? ['#', ...values] : values
  const exact = (value: string | undefined) => (value === '#' ? undefined : value)
  return {
    query: {
      thingTypeId: exact(type),
      ...(kind === 'siteThings' && { siteId: exact(place) }),
      ...(kind === 'fleetThings' && { fleetId: exact(place) }),
      text: exact(id),
      limit: 1000,
      fields: 'id,name,siteId,fleetIds',
    },
    fits: (thing) => (id === '#' || thing.id === id) && isPlaced[kind](thing),
  }
}

/** Whether a thing is in any site or fleet, as the form of the filter requires. */
const isPlaced = {
  things: () => true,
  siteThings: ({ siteId }) => siteId !== null,
  fleetThings: ({ fleetIds }) => fleetIds.length > 0,
} satisfies Record<string, (thing: Pick<Thing, 'siteId' | 'fleetIds'>) => boolean>

/** A sentence about what a filter matches now. */
export function matchWords(
  counted: (count: number) => string,
  names: readonly string[],
  isCut: boolean,
): string {
  const { none, now, more, notShown } = texts.matches
  if (names.length === 0) return isCut ? notShown : none
  const shown = names.slice(0, SHOWN).join(', ')
  const rest = names.length > SHOWN || isCut ? ', …' : ''
  return (isCut ? more : now)(counted(names.length), shown + rest)
}

const SHOWN = 4
