import { type ProblemCode, problems } from '@sluice/contract'
import type { Need } from '../scopes/index.ts'
import { smallestScopes } from './needs.ts'

const reasons: Partial<Record<ProblemCode, string>> = {
  'key-revoked': 'The key had been revoked.',
  'key-expired': 'The key had expired.',
  'address-not-allowed': "The address is not on the key's allow-list.",
  'key-type-not-allowed': 'A key of this type cannot call the operation.',
  'key-exceeds-caller': 'The key would have made or become more than itself.',
  'not-found': 'There was no such resource, or the key may not read it.',
  'invalid-request': 'The request was malformed.',
  'rate-limited': 'A budget of the organization or of the key was used up.',
  unavailable: 'A store was out of reach.',
  internal: 'The service failed.',
}

/** Why a call was not let in or did not succeed; null for one that did. */
export function reasonOf(problem: string, needs: readonly Need[]): string | null {
  if (problem === '') return null
  const [missing] = smallestScopes(needs.slice(-1))
  if (problem === 'scope-missing' && missing) {
    return `The key had no scope that allows ${missing.action} on ${missing.resourceFilter}.`
  }
  const code = problem as ProblemCode
  return reasons[code] ?? `${problems[code]?.title ?? problem}.`
}
