/** Procedures that list and end a user's sessions. */
const calls = new Set(['account.get', 'account.endSession', 'account.endOtherSessions'])

/**
 * Whether a request only lists or ends sessions. Such a request uses the budget and slots of its own session, so that
 * no session can keep its user from ending it.
 *
 * @param path `/api/auth/sign-out`, or names of procedures separated by commas after `/api/trpc/`
 */
export function isOfSession(path: string): boolean {
  const [, names] = /^\/api\/trpc\/([^/]+)\/?$/.exec(path) ?? []
  return names === undefined
    ? path === '/api/auth/sign-out'
    : names.split(',').every((name) => calls.has(name))
}
