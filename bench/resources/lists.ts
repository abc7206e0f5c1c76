import type { Ask } from './ask.ts'

export const PAGE = 100

/** A list of things: its query, and the filters that its key holds where it is not the key to everything. */
export interface List {
  readonly name: string
  readonly query: Readonly<Record<string, string>>
  readonly reach?: readonly string[]
}

const labelled = { label: 'line=north' }

export function scopesOf(reach: readonly string[]) {
  return reach.map((resourceFilter) => ({ action: 'read' as const, resourceFilter }))
}

/** The lists whose first page is asked for. */
export const lists: readonly List[] = [
  { name: 'first page', query: {} },
  { name: 'of a site', query: { siteId: 'site-7' } },
  { name: 'of a type', query: { thingTypeId: 'pump' } },
  { name: 'of a fleet', query: { fleetId: 'fleet-3' } },
  { name: 'with a label that a quarter has', query: labelled },
  { name: 'with a label that fifty have', query: { label: 'lot=lot-11' } },
  { name: 'of a status that one in fifty has', query: { status: 'Retired' } },
  {
    name: 'of a site, a type and a label',
    query: { ...labelled, siteId: 'site-7', thingTypeId: 'pump' },
  },
  { name: 'text that a fifth has', query: { text: 'pump' } },
  { name: 'text that one has', query: { text: 'thing-000777' } },
  { name: 'text that none has', query: { text: 'zeppelin' } },
  { name: 'text of two letters that none has', query: { text: 'qx' } },
  { name: 'by name', query: { sort: 'name' } },
  { name: 'the last changed', query: { sort: '-updatedAt' } },
  { name: 'of a site, by name', query: { siteId: 'site-7', sort: 'name' } },
  { name: 'of a fleet, by name', query: { fleetId: 'fleet-3', sort: 'name' } },
  { name: 'with a label that a quarter has, by name', query: { ...labelled, sort: 'name' } },
  { name: 'key to one site', query: {}, reach: ['PLACE/Site/site-7/THING/#/#'] },
  {
    name: 'key to one site, by name',
    query: { sort: 'name' },
    reach: ['PLACE/Site/site-7/THING/#/#'],
  },
  {
    name: 'key to one site, text',
    query: { text: 'pump' },
    reach: ['PLACE/Site/site-7/THING/#/#'],
  },
  { name: 'key to one fleet', query: {}, reach: ['PLACE/Fleet/fleet-3/THING/#/#'] },
  {
    name: 'key to two fleets',
    query: {},
    reach: ['PLACE/Fleet/fleet-3/THING/#/#', 'PLACE/Fleet/fleet-9/THING/#/#'],
  },
  {
    name: 'key to a site and a fleet',
    query: {},
    reach: ['PLACE/Site/site-7/THING/#/#', 'PLACE/Fleet/fleet-9/THING/#/#'],
  },
  { name: 'key to one type', query: {}, reach: ['THING/pump/#'] },
]

/** The same list from its middle on, and its last full page, by the cursors that a walk through it finds. */
export async function deeper(ask: Ask, things: number): Promise<List[]> {
  const pages: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const after: string = cursor === '' ? '' : `&cursor=${cursor}`
    const page: { nextCursor: string | null } = await ask('GET', `/v2/things?limit=${PAGE}${after}`)
    cursor = page.nextCursor
    if (cursor !== null) pages.push(cursor)
  }
  if (pages.length !== Math.ceil(things / PAGE) - 1) throw new Error('The walk missed things.')
  const at = (place: number) => ({ cursor: pages.at(place) ?? '' })
  return [
    { name: 'middle page', query: at(Math.floor(pages.length / 2)) },
    { name: 'last page', query: at(-1) },
  ]
}
