import type { ServerMetadata } from 'openid-client'
import type { BoundedFetch } from './bounded-fetch.ts'
import { ProviderFault } from './provider-fault.ts'

/** How providers are reached. */
export interface Reach {
  readonly fetch: BoundedFetch
  /** Whether http is allowed, on this machine: for development and tests. */
  readonly allowHttp: boolean
}

/** A provider's metadata (OpenID Connect Discovery 1.0, section 3). */
export interface FoundProvider {
  readonly issuer: string
  readonly authorizationEndpoint: string
  readonly tokenEndpoint: string
  /** Whether it is known to check PKCE, which is sent in any case. */
  readonly checksPkce: boolean
  readonly metadata: ServerMetadata
}

const LONGEST_URL = 2000

/** Whether a text is a valid issuer: an https URL without query, fragment and user. */
export function isIssuer(text: string, { allowHttp }: Pick<Reach, 'allowHttp'>): boolean {
  const url = text.length <= LONGEST_URL ? URL.parse(text) : null
  if (!url || /[?#]/.test(text)) return false
  if (url.username !== '' || url.password !== '') return false
  return isSecure(url, allowHttp)
}

function isSecure({ protocol }: URL, allowHttp: boolean): boolean {
  return protocol === 'https:' || (allowHttp && protocol === 'http:')
}

/**
 * Reads the metadata of an issuer's provider.
 *
 * @throws ProviderFault that says what is wrong in plain words
 */
export async function discover(reach: Reach, issuer: string): Promise<FoundProvider> {
  if (!isIssuer(issuer, reach)) throw new ProviderFault('The issuer must be an https URL.')
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const answer = await reach.fetch(address, { headers: { accept: 'application/json' } })
  if (answer.status !== 200) {
    throw new ProviderFault(
      `${address} answered ${answer.status} instead of 200. Check the issuer.`,
    )
  }
  const given = objectIn(await answer.text())
  if (!given) throw new ProviderFault(`${address} is no OpenID configuration. Check the issuer.`)
  if (given.issuer !== issuer) {
    const own = typeof given.issuer === 'string' ? given.issuer.slice(0, LONGEST_URL) : 'nothing'
    throw new ProviderFault(
      `The provider calls itself ${own}. Enter exactly that as the issuer, if it is the one you mean.`,
    )
  }
  const endpoint = (name: string) => endpointIn(given, name, reach.allowHttp)
  endpoint('jwks_uri')
  if (given.userinfo_endpoint !== undefined) endpoint('userinfo_endpoint')
  const methods = given.code_challenge_methods_supported
  return {
    issuer,
    authorizationEndpoint: endpoint('authorization_endpoint'),
    tokenEndpoint: endpoint('token_endpoint'),
    checksPkce: Array.isArray(methods) && methods.includes('S256'),
    metadata: { ...given, issuer },
  }
}

function objectIn(text: string): Record<string, string | string[]> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, string | string[]>) : undefined
  } catch {
    return undefined
  }
}

/** A browser may be sent to these, so only https is allowed, above all no `javascript:`. */
function endpointIn(given: Record<string, unknown>, name: string, allowHttp: boolean): string {
  const value = given[name]
  const url = typeof value === 'string' && value.length <= LONGEST_URL ? URL.parse(value) : null
  if (url && isSecure(url, allowHttp)) return url.href
  throw new ProviderFault(`The provider's configuration has no https URL as ${name}.`)
}
