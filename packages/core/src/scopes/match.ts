import type { Action, Scope } from '@sluice/contract'

/**
 * Whether a filter matches a resource path. `#` in a filter matches exactly one segment; the filter `#` alone matches
 * every path. All other segments must be equal.
 */
export function filterMatches(filter: string, path: string): boolean {
  if (filter === '#') return true
  const wanted = filter.split('/')
  const segments = path.split('/')
  return (
    wanted.length === segments.length &&
    wanted.every((word, i) => word === '#' || word === segments[i])
  )
}

/** `*` covers read, write and admin; none of the three implies another. */
export function actionCovers(held: Scope['action'], wanted: Scope['action']): boolean {
  return held === '*' || held === wanted
}

/** A resource can have several paths (a thing in a site, in fleets): a scope on any of them covers it. */
export function covers(
  scopes: readonly Scope[],
  action: Action,
  paths: readonly string[],
): boolean {
  return scopes.some(
    (scope) =>
      actionCovers(scope.action, action) &&
      paths.some((path) => filterMatches(scope.resourceFilter, path)),
  )
}

/** Whether an actor may know that a resource exists. Write access suffices, since writing would reveal it. */
export function mayKnowOf(scopes: readonly Scope[], paths: readonly string[]): boolean {
  return covers(scopes, 'write', paths) || covers(scopes, 'read', paths)
}

/** The filters that an actor holds for an action. */
export function filtersFor(scopes: readonly Scope[], action: Action): string[] {
  return scopes.filter((scope) => actionCovers(scope.action, action)).map((s) => s.resourceFilter)
}
