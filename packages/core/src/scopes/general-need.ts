import { pathForms } from '@sluice/contract'
import { filterMatches } from './match.ts'
import type { Need } from './need.ts'

/**
 * What a need has in common with those of like resources: every path with `#` in place of its last segment, or of all
 * its ids. So each of the resources has a path of every one of these forms.
 */
export function generalNeed({ action, paths }: Need, ids: 'last' | 'all'): Need {
  const open = paths.map(ids === 'last' ? withAnyId : formOf)
  return { action, paths: ids === 'last' ? open : [...new Set(open)], general: true }
}

function withAnyId(path: string): string {
  const end = path.lastIndexOf('/')
  return end < 0 ? path : `${path.slice(0, end)}/#`
}

/** An odd id that a caller made up has no form: anything. */
function formOf(path: string): string {
  return pathForms.find((form) => filterMatches(form, path)) ?? '#'
}

/** Is a need one of those that a general one of last segments stands for? Quicker than to make another such. */
export function isAlike(general: Need, { action, paths }: Need): boolean {
  return (
    general.action === action &&
    general.paths.length === paths.length &&
    paths.every((path, i) => hasForm(path, general.paths[i] ?? ''))
  )
}

function hasForm(path: string, form: string): boolean {
  const end = form.length - 1
  return path.lastIndexOf('/') === end - 1 && path.startsWith(form.slice(0, end))
}
