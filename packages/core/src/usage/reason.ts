import { type ProblemCode, problems } from '@sluice/contract'
import type { Need } from '../scopes/index.ts'
import { smallestScopes } from './needs.ts'

const reasons: Partial<Record<ProblemCode, string>> = {
  'key-revoked': 'The key was revoked.',
  'key-expired': 'The key was expired.',
  'address-not-allowed': "The address is not on the key's allow-list.",
  'key-type-not-allowed': 'A key of this type cannot call the operation.',
  'key-exceeds-caller': 'The key would have given more than it has itself.',
  'not-found': 'The resource did not exist, or the key may not read it.',
  'invalid-request': 'The request was invalid.',
  'rate-limited': 'A rate limit of the organization or of the key was used up.',
  'quota-exceeded': "The organization's storage quota was used up.",
  unavailable: 'A database was not available.',
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
