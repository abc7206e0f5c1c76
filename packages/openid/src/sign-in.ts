import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import { discover, type FoundProvider, type Reach } from './discover.ts'
import { asProviderFault, ProviderFault } from './provider-fault.ts'

/** This service as a client of a provider. */
export interface ProviderClient {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

/** What a sign-in keeps from start to end. A browser that cannot present `state` has not started it. */
export interface Attempt {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

/** The provider's claims about who signed in. */
export interface Claims {
  /** Identifies a person at this provider, permanently. */
  readonly subject: string
  readonly email: string | undefined
  /** True only if the provider says exactly that. */
  readonly emailVerified: boolean
  readonly name: string | undefined
}

const SCOPE = 'openid email profile'
/**
 * Seconds after which the provider is asked to authenticate the person again: a sign-in counts as recent authentication
 * here. Not all providers comply, or say when it was, so it is not required.
 */
const MAX_AGE = 600

/**
 * Starts a sign-in with the authorization code flow, state, nonce and PKCE.
 *
 * @returns where to send the browser, and what to keep
 * @throws ProviderFault
 */
export async function startSignIn(
  reach: Reach,
  client: ProviderClient,
  { redirectUri, loginHint }: { redirectUri: string; loginHint: string | undefined },
): Promise<Attempt & { url: string }> {
  const config = configurationOf(reach, client, await discover(reach, client.issuer))
  const attempt = {
    state: randomState(),
    nonce: randomNonce(),
    codeVerifier: randomPKCECodeVerifier(),
  }
  const url = buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: SCOPE,
    state: attempt.state,
    nonce: attempt.nonce,
    max_age: String(MAX_AGE),
    code_challenge: await calculatePKCECodeChallenge(attempt.codeVerifier),
    code_challenge_method: 'S256',
    ...(loginHint !== undefined && { login_hint: loginHint }),
  })
  return { ...attempt, url: url.href }
}

/**
 * Finishes a sign-in: exchanges the code for an id token, and verifies its signature, issuer, audience, nonce and
 * times.
 *
 * @param callback the redirect URI with the query with which the browser came back
 * @throws ProviderFault
 */
export async function finishSignIn(
  reach: Reach,
  client: ProviderClient,
  { callback, attempt }: { callback: URL; attempt: Attempt },
): Promise<Claims> {
  const config = configurationOf(reach, client, await discover(reach, client.issuer))
  try {
    const tokens = await authorizationCodeGrant(config, callback, {
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      pkceCodeVerifier: attempt.codeVerifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw new ProviderFault('The provider answered without an id token.')
    // Many providers return the address only there; the library checks that it belongs to the same person.
    const missing = claims.email === undefined || claims.email_verified === undefined
    const asked = missing && config.serverMetadata().userinfo_endpoint !== undefined
    const reported = asked ? await fetchUserInfo(config, tokens.access_token, claims.sub) : claims
    return claimsIn(claims.sub, reported)
  } catch (error) {
    throw asProviderFault(error)
  }
}

function claimsIn(subject: string, reported: Readonly<Record<string, unknown>>): Claims {
  const { email, name } = reported
  return {
    subject,
    email: typeof email === 'string' ? email : undefined,
    emailVerified: reported.email_verified === true,
    name: typeof name === 'string' ? name : undefined,
  }
}

function configurationOf(
  { fetch, allowHttp }: Reach,
  { clientId, clientSecret }: ProviderClient,
  { metadata }: FoundProvider,
): Configuration {
  const methods: unknown = metadata.token_endpoint_auth_methods_supported
  const byPost = Array.isArray(methods) && !methods.includes('client_secret_basic')
  const authenticate = byPost ? ClientSecretPost : ClientSecretBasic
  const config = new Configuration(metadata, clientId, {}, authenticate(clientSecret))
  config[customFetch] = (url, { method, headers, body }) => fetch(url, { method, headers, body })
  if (allowHttp) allowInsecureRequests(config)
  // Otherwise the library would trust the token endpoint's certificate instead of the signature.
  enableNonRepudiationChecks(config)
  return config
}
