import { organizationPages } from '#frame/destinations.ts'
import type { Found, FoundKind } from '#server/trpc/search.ts'
import { texts } from '#texts/palette.ts'

/** Something to jump to. */
export interface Entry {
  readonly href: string
  readonly label: string
  /** Beside the label: an id, or keys that lead there. */
  readonly note?: string | undefined
  readonly group: string
}

const PAGES = 'Pages'
const ACTIONS = 'Actions'

/** Letters that lead to a page after `g`. */
export const pageLetters: Record<string, string> = {
  o: '/',
  k: '/keys',
  r: '/requests',
  t: '/things',
  f: '/fleets',
  s: '/sites',
  e: '/explore',
  y: '/thing-types',
  d: '/metric-definitions',
  p: '/templates',
  i: '/integrations',
  u: '/usage',
  l: '/limits',
  m: '/members',
  a: '/audit-log',
}

const letterOf = new Map(Object.entries(pageLetters).map(([letter, href]) => [href, letter]))

const pages: readonly Entry[] = [
  ...organizationPages.map(({ href, label }) => ({ href, label })),
  { href: '/account', label: texts.account },
].map((page) => ({
  ...page,
  group: PAGES,
  note: letterOf.has(page.href) ? `g ${letterOf.get(page.href)}` : undefined,
}))

/** What those may do who may change things. */
const actions: readonly Entry[] = [
  { href: '/keys?create=1', label: texts.entries.createKey },
  { href: '/things?create=1', label: texts.entries.createThing },
  { href: '/sites?create=1', label: texts.entries.createSite },
  { href: '/fleets?create=1', label: texts.entries.createFleet },
  { href: '/thing-types?create=1', label: texts.entries.createThingType },
  { href: '/metric-definitions?create=1', label: texts.entries.createMetricDefinition },
  { href: '/mappings?create=1', label: texts.entries.createMapping },
  { href: '/create-template', label: texts.entries.createTemplate },
  { href: '/integrations?create=1', label: texts.entries.createIntegration },
  { href: '/import-things', label: texts.entries.importThings },
].map((action) => ({ ...action, group: ACTIONS }))

const kinds: Record<FoundKind, readonly [group: string, href: (id: string) => string]> = {
  thing: [texts.entries.things, (id) => `/things/${id}`],
  site: [texts.entries.sites, (id) => `/sites/${id}`],
  fleet: [texts.entries.fleets, (id) => `/fleets/${id}`],
  key: [texts.entries.keys, (id) => `/keys/${id}`],
  thingType: [texts.entries.thingTypes, (id) => `/thing-types?text=${id}&id=${id}`],
  metric: [texts.entries.metricDefinitions, (id) => `/metric-definitions?text=${id}&id=${id}`],
  template: [texts.entries.templates, (id) => `/templates/${id}`],
  integration: [texts.entries.integrations, (id) => `/integrations/${id}`],
  mapping: [texts.entries.mappings, (id) => `/mappings/${id}`],
}

export function foundEntry({ kind, id, name }: Found): Entry {
  const [group, href] = kinds[kind]
  return { href: href(encodeURIComponent(id)), label: name, note: id, group }
}

/** Pages and actions of which every word of the text begins a word; all of them for no text. */
export function localEntries(text: string, mayChange: boolean): Entry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = ({ label }: Entry) => {
    const parts = label.toLowerCase().split(' ')
    return words.every((word) => parts.some((part) => part.startsWith(word)))
  }
  return [...pages, ...(mayChange ? actions : [])].filter(fits)
}

/** The entries by their groups, each with its place among all. */
export function inGroups(entries: readonly Entry[]): Map<string, [Entry, number][]> {
  const placed = entries.map((entry, place): [Entry, number] => [entry, place])
  return Map.groupBy(placed, ([{ group }]) => group)
}
