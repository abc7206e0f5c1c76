import { plural } from './plural.ts'

export const texts = {
  title: 'Jump to',
  key: 'Ctrl K',
  placeholder: 'Jump to a thing, site, key, page or action',
  nothingFound: 'Nothing found. Try another name or an id.',
  searching: 'Searching',
  found: (count: number) => plural(count, { one: '# result', other: '# results' }),
  best: 'Best match',
  results: 'Results',
  shortcuts: {
    jump: 'Jump to anything (⌘ K on a Mac)',
    search: 'Search this page',
    show: 'Show these shortcuts',
    title: 'Keyboard shortcuts',
    singleKeys: 'Single-key shortcuts',
    singleKeysHint: 'When off, only shortcuts with Ctrl or ⌘ work in this browser.',
  },
}
