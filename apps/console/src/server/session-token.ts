import { decoded } from '../address/decoded.ts'

/** Longer than any that Better Auth makes. */
const LONGEST_TOKEN = 100

/**
 * The token of a request's session, which nobody can guess; empty for a stranger. Its signature is left out: the same
 * one can be written in several ways, and each session has one name.
 *
 * @param consoleUrl where browsers reach the console: the name of the session's cookie depends on it
 */
export function sessionTokens(consoleUrl: string): (cookies: string | null) => string {
  const isSecure = consoleUrl.startsWith('https://')
  const name = `${isSecure ? '__Secure-' : ''}better-auth.session_token`
  return (cookies) => tokenIn(cookieIn(cookies, name))
}

/** As Better Auth reads it: the first cookie of the name, without quotes and decoded. A browser may send several. */
function cookieIn(cookies: string | null, name: string): string {
  for (const pair of (cookies ?? '').split(';')) {
    const end = pair.indexOf('=')
    if (end === -1 || pair.slice(0, end).trim() !== name) continue
    const value = pair.slice(end + 1).trim()
    return decoded(value.startsWith('"') ? value.slice(1, -1) : value)
  }
  return ''
}

function tokenIn(value: string): string {
  const token = value.slice(0, Math.max(0, value.lastIndexOf('.')))
  return token.length <= LONGEST_TOKEN ? token : ''
}
