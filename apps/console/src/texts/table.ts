import { plural } from './plural.ts'

/** What all tables say. */
export const texts = {
  loading: (caption: string) => `${caption}, loading`,
  view: 'View',
  dense: 'Dense rows',
  columns: 'Columns',
  pages: 'Pages',
  total: (count: number) => plural(count, { one: '# in total', other: '# in total' }),
  previous: 'Previous',
  next: 'Next',
}
