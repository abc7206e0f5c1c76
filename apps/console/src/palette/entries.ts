import { organizationPages } from '#frame/destinations.ts'
import type { Found, FoundKind } from '#server/trpc/search.ts'

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
  { href: '/account', label: 'Account' },
].map((page) => ({
  ...page,
  group: PAGES,
  note: letterOf.has(page.href) ? `g ${letterOf.get(page.href)}` : undefined,
}))

/** What those may do who may change things. */
const actions: readonly Entry[] = [
  { href: '/keys?create=1', label: 'Create key' },
  { href: '/things?create=1', label: 'Create thing' },
  { href: '/sites?create=1', label: 'Create site' },
  { href: '/fleets?create=1', label: 'Create fleet' },
  { href: '/thing-types?create=1', label: 'Create thing type' },
  { href: '/metric-definitions?create=1', label: 'Create metric definition' },
  { href: '/mappings?create=1', label: 'Create mapping' },
  { href: '/create-template', label: 'Create template' },
  { href: '/integrations?create=1', label: 'Create integration' },
  { href: '/import-things', label: 'Import things' },
].map((action) => ({ ...action, group: ACTIONS }))

const kinds: Record<FoundKind, readonly [group: string, href: (id: string) => string]> = {
  thing: ['Things', (id) => `/things/${id}`],
  site: ['Sites', (id) => `/sites/${id}`],
  fleet: ['Fleets', (id) => `/fleets/${id}`],
  key: ['Keys', (id) => `/keys/${id}`],
  thingType: ['Thing types', (id) => `/thing-types?text=${id}&id=${id}`],
  metric: ['Metric definitions', (id) => `/metric-definitions?text=${id}&id=${id}`],
  template: ['Templates', (id) => `/templates/${id}`],
  integration: ['Integrations', (id) => `/integrations/${id}`],
  mapping: ['Mappings', (id) => `/mappings/${id}`],
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
