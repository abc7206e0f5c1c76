import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { Provider } from 'oidc-provider'

/** The person who signs in at the provider, without interaction. */
export interface ProviderPerson {
  readonly subject: string
  readonly email?: string
  readonly emailVerified?: boolean
  readonly name?: string
}

/** How the provider's next id tokens differ from correct ones. */
export interface Forgery {
  readonly claims?: (payload: JWTPayload) => JWTPayload
  /** Signs with a key that the provider does not publish. */
  readonly byAnotherKey?: boolean
}

export const testClient = { clientId: 'sluice', clientSecret: 'a secret of the test provider' }

/** A certified OpenID provider on a free port of this machine. */
export async function startProvider({ redirectUris }: { redirectUris: string[] }) {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const [own, another] = [
    await generateKeyPair('RS256', { extractable: true }),
    await generateKeyPair('RS256'),
  ]
  const jwk = { ...(await exportJWK(own.privateKey)), kid: 'test', alg: 'RS256', use: 'sig' }
  const requests: string[] = []
  let person: ProviderPerson = { subject: 'nobody' }
  let forgery: Forgery | undefined

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: testClient.clientId,
        client_secret: testClient.clientSecret,
        redirect_uris: redirectUris,
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ['test'] },
    ttl: { AccessToken: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    async loadExistingGrant({ oidc }) {
      const accountId = oidc.session?.accountId ?? person.subject
      const { clientId } = testClient
      const grant = Object.assign(new provider.Grant(), { clientId, accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    findAccount: (_ctx, accountId) => {
      const { email, emailVerified, name } = person
      const claims = { sub: accountId, email, email_verified: emailVerified, name }
      return { accountId, claims: async () => claims }
    },
  })
  provider.use(async (ctx, next) => {
    requests.push(`${ctx.method} ${ctx.path}`)
    if (ctx.path.startsWith('/interaction/')) {
      const login = { accountId: person.subject }
      await provider.interactionFinished(ctx.req, ctx.res, { login })
      ctx.respond = false
      return
    }
    await next()
    if (ctx.path === '/token' && forgery) ctx.body = await forged(ctx.body)
  })

  async function forged(body: unknown) {
    const tokens = body as { id_token: string }
    const [, payload = ''] = tokens.id_token.split('.')
    const right = JSON.parse(Buffer.from(payload, 'base64url').toString()) as JWTPayload
    const claims = forgery?.claims?.(right) ?? right
    const { privateKey } = forgery?.byAnotherKey ? another : own
    const signed = new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'test' })
    return { ...tokens, id_token: await signed.sign(privateKey) }
  }

  server.on('request', provider.callback())
  return {
    issuer,
    ...testClient,
    /** Requests received: `POST /token`. */
    requests,
    signInAs(next: ProviderPerson, how?: Forgery) {
      person = next
      forgery = how
    },
    /** Follows a browser's redirects through the provider, back to the redirect URI with its code. */
    follow: (url: string) => follow(url, issuer),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function follow(start: string, issuer: string): Promise<string> {
  const cookies = new Map<string, string>()
  let url = start
  for (let hop = 0; hop < 10 && url.startsWith(issuer); hop++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    if (!location)
      throw new Error(`The provider stopped at ${answer.status}: ${await answer.text()}`)
    url = new URL(location, url).href
  }
  return url
}
