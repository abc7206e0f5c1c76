import type { Scope } from '@sluice/contract'
import { Problem } from '../problem.ts'
import { type Asked, actionsOf, type Need, scopesContain } from '../scopes/index.ts'

/**
 * Throws `scope-missing` unless the caller's own scopes contain all of these. Names the first that they do
 * not.
 */
export function requireGrantable({ actor, needs }: Asked, scopes: readonly Scope[]): void {
  const beyond = scopes.find((scope) => !scopesContain(actor.scopes, scope))
  needs.push(...(beyond ? [beyond] : scopes).flatMap(needsOf))
  if (!beyond) return
  throw new Problem('scope-missing', {
    detail:
      `A caller can only grant scopes that its own contain, and they do not contain ` +
      `{"action": "${beyond.action}", "resourceFilter": "${beyond.resourceFilter}"}.`,
  })
}

function needsOf({ action, resourceFilter }: Scope): Need[] {
  return actionsOf(action).map((one) => ({ action: one, paths: [resourceFilter], whole: true }))
}
