import type { Scope } from '@sluice/contract'
import type { Actor } from '../actor.ts'
import { Problem } from '../problem.ts'
import { scopesContain } from '../scopes/index.ts'

/** A key can only grant scopes that its own contain; throws `scope-missing` naming the first beyond them. */
export function requireGrantable(actor: Actor, scopes: readonly Scope[]): void {
  const beyond = scopes.find((scope) => !scopesContain(actor.scopes, scope))
  if (!beyond) return
  throw new Problem('scope-missing', {
    detail:
      `A caller can only grant scopes that its own contain, and they do not contain ` +
      `{"action": "${beyond.action}", "resourceFilter": "${beyond.resourceFilter}"}.`,
  })
}
