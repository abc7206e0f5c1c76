import type { Action, Scope } from '@sluice/contract'
import { actionCovers } from './match.ts'

/** Whether `outer` matches every path that `inner` matches. */
export function filterContains(outer: string, inner: string): boolean {
  if (outer === '#') return true
  const outside = outer.split('/')
  const inside = inner.split('/')
  return (
    outside.length === inside.length &&
    outside.every((word, i) => word === '#' || word === inside[i])
  )
}

/** The single actions that `*` stands for. */
const actions = ['read', 'write', 'admin'] as const

/** The single actions that a scope's action allows. */
export function actionsOf(action: Scope['action']): readonly Action[] {
  return action === '*' ? actions : [action]
}

/** Whether holders of `held` can do everything that `wanted` allows. Never true if they cannot. */
export function scopesContain(held: readonly Scope[], wanted: Scope): boolean {
  return actionsOf(wanted.action).every((action) =>
    held.some(
      (scope) =>
        actionCovers(scope.action, action) &&
        filterContains(scope.resourceFilter, wanted.resourceFilter),
    ),
  )
}
