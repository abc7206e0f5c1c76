import type { Action, Scope } from '@sluice/contract'
import {
  covers,
  coversSome,
  filterContains,
  filtersFor,
  meetFilters,
  type Need,
  scopesContain,
} from '../scopes/index.ts'

/** Whether a need covers many resources: those of a list, those of a granted scope, or general ones. */
export function isOfMany({ paths }: Need): boolean {
  return paths.some((path) => path.includes('#'))
}

/** Whether it is the need of a list: any resource of some forms. */
export function isListNeed(need: Need): boolean {
  return !need.whole && !need.general && isOfMany(need)
}

/**
 * Whether the guards would let this pass, by the same matchers. For a general need, whether they could; see {@link
 * meetsSurely}.
 */
export function meetsNeed(scopes: readonly Scope[], need: Need): boolean {
  if (need.whole) return need.paths.every((path) => contains(scopes, need.action, path))
  const guard = need.general || isListNeed(need) ? coversSome : covers
  return guard(scopes, need.action, need.paths)
}

/**
 * Whether they certainly would, whichever resources a general need represents. Each of these has a path of every form,
 * so a scope on all of one form covers it.
 */
export function meetsSurely(scopes: readonly Scope[], need: Need): boolean {
  return need.general ? covers(scopes, need.action, need.paths) : meetsNeed(scopes, need)
}

/** Whether `now` reaches something for a need that `then` does not. */
export function holdsLess(now: readonly Scope[], then: readonly Scope[], need: Need): boolean {
  const wider = filtersFor(then, need.action)
  return reachOf(now, need).some((filter) => !wider.some((other) => filterContains(other, filter)))
}

function contains(scopes: readonly Scope[], action: Action, resourceFilter: string): boolean {
  return scopesContain(scopes, { action, resourceFilter })
}

/**
 * What a list can contain for a caller: the parts of its filters that lie in the list's forms. The first form is the
 * kind's own, which every resource of it has, so it represents all if nothing is left out. For a granted scope, all of
 * it.
 */
export function reachOf(scopes: readonly Scope[], need: Need): readonly string[] {
  const { action, paths: forms, whole } = need
  if (whole) return forms
  const filters = filtersFor(scopes, action)
  if (filters.includes('#')) return forms.slice(0, 1)
  const parts = filters.flatMap((filter) => forms.map((form) => meetFilters(filter, form)))
  return [...new Set(parts.filter((part) => part !== undefined))]
}
