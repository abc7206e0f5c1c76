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

/** Is it of many resources: those that a list can hold, those of a scope that was granted, or general? */
export function isOfMany({ paths }: Need): boolean {
  return paths.some((path) => path.includes('#'))
}

/** Is it the need of a list: any resource of some forms? */
export function isListNeed(need: Need): boolean {
  return !need.whole && !need.general && isOfMany(need)
}

/**
 * Would the guards let this pass? It is what they ask, of the same matchers. Of a general need: could they?
 * {@link meetsSurely} tells whether they would.
 */
export function meetsNeed(scopes: readonly Scope[], need: Need): boolean {
  if (need.whole) return need.paths.every((path) => contains(scopes, need.action, path))
  const guard = need.general || isListNeed(need) ? coversSome : covers
  return guard(scopes, need.action, need.paths)
}

/**
 * Would they, whichever resources a general need stands for? Each of these has a path of every form, so a scope on all of
 * one form covers it.
 */
export function meetsSurely(scopes: readonly Scope[], need: Need): boolean {
  return need.general ? covers(scopes, need.action, need.paths) : meetsNeed(scopes, need)
}

/** Is something within the reach of one for a need, and not of the other? */
export function holdsLess(now: readonly Scope[], then: readonly Scope[], need: Need): boolean {
  const wider = filtersFor(then, need.action)
  return reachOf(now, need).some((filter) => !wider.some((other) => filterContains(other, filter)))
}

function contains(scopes: readonly Scope[], action: Action, resourceFilter: string): boolean {
  return scopesContain(scopes, { action, resourceFilter })
}

/**
 * What a list can hold for a caller: the parts of its filters that lie in the list's forms. The first form is
 * the kind's own, which every resource of it has, so it stands for all where nothing is left out. Of a scope that
 * was granted, all of it.
 */
export function reachOf(scopes: readonly Scope[], need: Need): readonly string[] {
  const { action, paths: forms, whole } = need
  if (whole) return forms
  const filters = filtersFor(scopes, action)
  if (filters.includes('#')) return forms.slice(0, 1)
  const parts = filters.flatMap((filter) => forms.map((form) => meetFilters(filter, form)))
  return [...new Set(parts.filter((part) => part !== undefined))]
}
