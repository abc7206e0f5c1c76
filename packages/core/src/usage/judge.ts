import type { Scope } from '@sluice/contract'
import { covers, coversSome, filtersFor, meetFilters, type Need } from '../scopes/index.ts'

/** Is it the need of a list: any resource of some forms? */
export function isListNeed({ paths }: Need): boolean {
  return paths.some((path) => path.includes('#'))
}

/** Would the guards let this pass? It is what they ask, of the same matchers. */
export function meetsNeed(scopes: readonly Scope[], need: Need): boolean {
  const guard = isListNeed(need) ? coversSome : covers
  return guard(scopes, need.action, need.paths)
}

/**
 * What a list can hold for a caller: the parts of its filters that lie in the list's forms. The first form is
 * the kind's own, which every resource of it has, so it stands for all where nothing is left out.
 */
export function reachOf(scopes: readonly Scope[], { action, paths: forms }: Need): string[] {
  const filters = filtersFor(scopes, action)
  if (filters.includes('#')) return forms.slice(0, 1)
  const parts = filters.flatMap((filter) => forms.map((form) => meetFilters(filter, form)))
  return [...new Set(parts.filter((part) => part !== undefined))]
}
