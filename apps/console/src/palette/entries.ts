import { organizationPages } from '#frame/destinations.ts'
import type { Found, FoundKind } from '#server/trpc/search.ts'
import { texts } from '#texts/palette-entries.ts'
import { pageLetters } from './letters.ts'

/** An entry of the command palette. */
export interface Entry {
  readonly href: string
  readonly label: string
  /** Shown beside the label: an id or a keyboard shortcut. */
  readonly note?: string | undefined
  readonly group: string
}

const { pages: PAGES, actions: ACTIONS } = texts.groups

const letterOf = new Map(Object.entries(pageLetters).map(([letter, href]) => [href, letter]))

const pages: readonly Entry[] = [
  ...organizationPages.map(({ href, label }) => ({ href, label })),
  { href: '/account', label: texts.account },
].map((page) => ({
  ...page,
  group: PAGES,
  note: letterOf.has(page.href) ? `g ${letterOf.get(page.href)}` : undefined,
}))

/** Actions for users who may make changes. */
const actions: readonly Entry[] = [
  { href: '/keys?create=1', label: texts.createKey },
  { href: '/things?create=1', label: texts.createThing },
  { href: '/sites?create=1', label: texts.createSite },
  { href: '/fleets?create=1', label: texts.createFleet },
  { href: '/thing-types?create=1', label: texts.createThingType },
  { href: '/metric-definitions?create=1', label: texts.createMetricDefinition },
  { href: '/mappings?create=1', label: texts.createMapping },
  { href: '/create-template', label: texts.createTemplate },
  { href: '/integrations?create=1', label: texts.createIntegration },
  { href: '/import-things', label: texts.importThings },
].map((action) => ({ ...action, group: ACTIONS }))

const kinds: Record<FoundKind, readonly [group: string, href: (id: string) => string]> = {
  thing: [texts.things, (id) => `/things/${id}`],
  site: [texts.sites, (id) => `/sites/${id}`],
  fleet: [texts.fleets, (id) => `/fleets/${id}`],
  key: [texts.keys, (id) => `/keys/${id}`],
  thingType: [texts.thingTypes, (id) => `/thing-types?text=${id}&id=${id}`],
  metric: [texts.metricDefinitions, (id) => `/metric-definitions?text=${id}&id=${id}`],
  template: [texts.templates, (id) => `/templates/${id}`],
  integration: [texts.integrations, (id) => `/integrations/${id}`],
  mapping: [texts.mappings, (id) => `/mappings/${id}`],
}

export function foundEntry({ kind, id, name }: Found): Entry {
  const [group, href] = kinds[kind]
  return { href: href(encodeURIComponent(id)), label: name, note: id, group }
}

/** Pages and actions whose labels match: every word of the text must begin a word of the label. */
export function localEntries(text: string, mayChange: boolean): Entry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = ({ label }: Entry) => {
    const parts = label.toLowerCase().split(' ')
    return words.every((word) => parts.some((part) => part.startsWith(word)))
  }
  return [...pages, ...(mayChange ? actions : [])].filter(fits)
}

/** Groups the entries and keeps each one's index. */
export function inGroups(entries: readonly Entry[]): Map<string, [Entry, number][]> {
  const placed = entries.map((entry, place): [Entry, number] => [entry, place])
  return Map.groupBy(placed, ([{ group }]) => group)
}
