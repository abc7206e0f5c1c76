/** What shows and ends a person's sessions. */
const calls = new Set(['account.get', 'account.endSession', 'account.endOtherSessions'])

/**
 * Whether a request serves to see and end sessions alone. Such a one draws on its session and takes that one's turns, so
 * that no session can keep its person from ending it.
 *
 * @param path of the address: `/api/auth/sign-out`, or names of calls with commas after `/api/trpc/`
 */
export function isOfSession(path: string): boolean {
  const [, names] = /^\/api\/trpc\/([^/]+)\/?$/.exec(path) ?? []
  return names === undefined
    ? path === '/api/auth/sign-out'
    : names.split(',').every((name) => calls.has(name))
}
