import { decoded } from '../../address/decoded.ts'

/** Longer than any token of Better Auth. */
const LONGEST_TOKEN = 100

/**
 * Returns a reader of the session token, which nobody can guess; it returns an empty string without a session. The
 * signature is left out: it can be encoded in several ways, and each session must have one token.
 *
 * @param consoleUrl where browsers reach the console, which determines the name of the cookie
 */
export function sessionTokens(consoleUrl: string): (cookies: string | null) => string {
  const isSecure = consoleUrl.startsWith('https://')
  const name = `${isSecure ? '__Secure-' : ''}better-auth.session_token`
  return (cookies) => tokenIn(cookieIn(cookies, name))
}

/** Reads the first cookie of the name, unquoted and decoded, as Better Auth does. A browser may send several. */
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
