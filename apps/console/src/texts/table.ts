import { plural } from './plural.ts'

/** Shared by all tables. */
export const texts = {
  loading: (caption: string) => `${caption}, loading`,
  view: 'View',
  dense: 'Dense rows',
  columns: 'Columns',
  pages: 'Pages',
  total: (count: number) => plural(count, { one: '# in total', other: '# in total' }),
  previous: 'Previous',
  next: 'Next',
  emptyPage: {
    title: 'This page is empty now',
    toFirst: 'Go to the first page',
  },
  clearFilter: (label: string) => `Clear: ${label}`,
  notLoaded: 'This list could not be loaded',
  nothingFound: {
    clear: 'Clear the filters',
  },
  clearSearch: 'Clear the search',
  clearSelection: 'Clear',
  sort: {
    byName: 'By name',
    byNameDown: 'By name, Z to A',
    newest: 'Newest first',
    oldest: 'Oldest first',
    lastChanged: 'Last changed first',
    lastSeen: 'Last seen first',
    longestSilent: 'Longest silent first',
  },
}
