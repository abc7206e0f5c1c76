import { pathForms } from '@sluice/contract'
import { filterMatches } from './match.ts'
import type { Need } from './need.ts'

/**
 * A generalized need that also covers similar resources: every path with `#` in place of its last segment, or of all
 * its ids. Each of the resources has a path of every one of these forms.
 */
export function generalNeed({ action, paths }: Need, ids: 'last' | 'all'): Need {
  const open = paths.map(ids === 'last' ? withAnyId : formOf)
  return { action, paths: ids === 'last' ? open : [...new Set(open)], general: true }
}

function withAnyId(path: string): string {
  const end = path.lastIndexOf('/')
  return end < 0 ? path : `${path.slice(0, end)}/#`
}

/** The form of a path: what kind of resource it names. An invalid id chosen by a caller may not fit any form. */
export function formOf(path: string): string {
  return pathForms.find((form) => filterMatches(form, path)) ?? '#'
}

/** Whether a need is covered by one with general last segments. Faster than generalizing it. */
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
