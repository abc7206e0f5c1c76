import type { Draw } from '../caller-budget.ts'

/** What shows and ends a person's sessions. */
const ofSession = new Set(['account.get', 'account.endSession', 'account.endOtherSessions'])

/** What a request draws that carries these calls: one each. */
export function drawOf(calls: readonly { readonly path: string }[]): Draw {
  return { units: calls.length, ofSession: calls.every(({ path }) => ofSession.has(path)) }
}
