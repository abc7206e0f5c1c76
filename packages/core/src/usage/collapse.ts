import { pathForms } from '@sluice/contract'
import { mapInSlices } from '@sluice/runtime'
import { filterMatches } from '../scopes/index.ts'

/** Exact paths, and the filter that represents them. */
export interface Collapsed {
  readonly filter: string
  readonly members: readonly string[]
}

/**
 * Few filters for many paths. Up to `limit` paths of each form are kept as they are. If there are more, `#` replaces an
 * id segment in which they differ, from the right, until at most `limit` filters are left: first the ids of things,
 * then their types, then the places.
 */
export async function collapse(paths: readonly string[], limit: number): Promise<Collapsed[]> {
  const distinct = [...new Set(paths)]
  const forms = await mapInSlices(distinct, formOf)
  const byForm = Map.groupBy(distinct.keys(), (i) => forms[i] ?? '')
  const found: Collapsed[] = []
  for (const [form, places] of byForm) {
    const members = places.map((i) => distinct[i] ?? '')
    found.push(...(await collapseForm(form, members, limit)))
  }
  return found
}

async function collapseForm(
  form: string,
  members: readonly string[],
  limit: number,
): Promise<Collapsed[]> {
  let groups = new Map(members.map((path) => [path, [path]]))
  const words = form.split('/')
  for (let i = words.length - 1; i >= 0 && groups.size > limit; i--) {
    if (words[i] !== '#') continue
    const filters = [...groups.keys()]
    const ids = await mapInSlices(filters, (filter) => filter.split('/')[i])
    if (new Set(ids).size > 1) groups = await widen(groups, i)
  }
  return [...groups].map(([filter, covered]) => ({ filter, members: covered }))
}

async function widen(
  groups: Map<string, string[]>,
  segment: number,
): Promise<Map<string, string[]>> {
  const widened = new Map<string, string[]>()
  await mapInSlices([...groups], ([filter, members]) => {
    const general = withAny(filter, segment)
    const list = widened.get(general) ?? []
    widened.set(general, list)
    for (const member of members) list.push(member)
  })
  return widened
}

/** The filter with `#` in a segment, counted from the end if negative. */
export function withAny(filter: string, segment: number): string {
  return filter.split('/').with(segment, '#').join('/')
}

/** The form of a path; the path itself if it has none, as with an invalid id in a log. */
function formOf(path: string): string {
  return pathForms.find((form) => filterMatches(form, path)) ?? path
}
