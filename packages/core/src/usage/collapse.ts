import { pathForms } from '@sluice/contract'
import { filterMatches } from '../scopes/index.ts'

/** Exact paths and the filters that stand for them. */
export interface Collapsed {
  readonly filter: string
  readonly members: readonly string[]
}

/**
 * Few filters for many paths. Paths of each form are taken as they are up to `limit`; where there are more, `#`
 * takes the place of an id segment in which they differ, from the right, until at most `limit` filters are left:
 * first the ids of things, then their types, then the places.
 */
export function collapse(paths: readonly string[], limit: number): Collapsed[] {
  const byForm = Map.groupBy(new Set(paths), formOf)
  return [...byForm].flatMap(([form, members]) => collapseForm(form, members, limit))
}

function collapseForm(form: string, members: readonly string[], limit: number): Collapsed[] {
  let groups = new Map(members.map((path) => [path, [path]]))
  const words = form.split('/')
  for (let i = words.length - 1; i >= 0 && groups.size > limit; i--) {
    if (words[i] === '#' && differ(groups.keys(), i)) groups = widen(groups, i)
  }
  return [...groups].map(([filter, covered]) => ({ filter, members: covered }))
}

/** Do the filters have different words in a segment? */
function differ(filters: Iterable<string>, segment: number): boolean {
  return new Set([...filters].map((filter) => filter.split('/')[segment])).size > 1
}

function widen(groups: Map<string, string[]>, segment: number): Map<string, string[]> {
  const widened = new Map<string, string[]>()
  for (const [filter, members] of groups) {
    const general = withAny(filter, segment)
    const list = widened.get(general)
    if (list) list.push(...members)
    else widened.set(general, [...members])
  }
  return widened
}

/** The filter with `#` in a segment, counted from the end where it is negative. */
export function withAny(filter: string, segment: number): string {
  return filter.split('/').with(segment, '#').join('/')
}

/** The form that a path has; itself where it has none, as an odd id in a log may. */
function formOf(path: string): string {
  return pathForms.find((form) => filterMatches(form, path)) ?? path
}
