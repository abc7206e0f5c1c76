import type { Action, Scope } from '@sluice/contract'
import { Problem } from '@sluice/runtime'
import type { Actor } from '../actor.ts'
import { covers, filtersFor } from './match.ts'
import type { NotedNeeds } from './noted-needs.ts'

/** The actor, and the list in which guards record needs for the request log. */
interface Asked {
  readonly actor: Actor
  readonly needs: NotedNeeds
}

/**
 * Throws `scope-missing`, naming the smallest scope that would suffice, unless a scope covers a path.
 *
 * @param told what to name instead, if the path reveals more than the actor may know
 */
export function requireScope(
  { actor, needs }: Asked,
  action: Action,
  paths: readonly string[],
  told?: string,
) {
  if (!covers(actor.scopes, action, paths)) {
    needs.noteMissing({ action, paths })
    throw scopeMissing(action, told === undefined ? paths : [told])
  }
  needs.note({ action, paths })
}

/**
 * Throws `scope-missing` for a resource that the actor may read but not act on, and `missing` for one that it may not
 * read, so that its existence stays hidden. The request log does show it, to those who may read the resource.
 */
export function requireReach(
  asked: Asked,
  action: Action,
  paths: readonly string[],
  missing: () => Problem,
) {
  const { actor, needs } = asked
  if (!covers(actor.scopes, action, paths) && !covers(actor.scopes, 'read', paths)) {
    needs.noteMissing({ action, paths })
    throw missing()
  }
  requireScope(asked, action, paths)
}

/** Throws `scope-missing` unless some scope could match a path of one of these forms. */
export function requireSomeScope(
  { actor, needs }: Asked,
  action: Action,
  forms: readonly string[],
) {
  if (!coversSome(actor.scopes, action, forms)) {
    needs.noteMissing({ action, paths: forms })
    throw scopeMissing(action, forms)
  }
  needs.note({ action, paths: forms })
}

/** Whether some scope could cover a path of one of these forms. */
export function coversSome(
  scopes: readonly Scope[],
  action: Action,
  forms: readonly string[],
): boolean {
  return filtersFor(scopes, action).some((filter) => forms.some((form) => couldMatch(filter, form)))
}

/** Whether a filter can match any path of a form, in which `#` stands for any id. Every path has the form `#`. */
export function couldMatch(filter: string, form: string): boolean {
  if (filter === '#' || form === '#') return true
  const words = form.split('/')
  const wanted = filter.split('/')
  return (
    words.length === wanted.length &&
    wanted.every((word, i) => word === '#' || words[i] === '#' || word === words[i])
  )
}

function scopeMissing(action: Action, paths: readonly string[]): Problem {
  const [smallest = '#'] = paths
  return new Problem('scope-missing', {
    detail: `This needs the scope {"action": "${action}", "resourceFilter": "${smallest}"}.`,
  })
}
