import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openBoundedFetch } from './bounded-fetch.ts'
import { discover } from './discover.ts'
import { finishSignIn, startSignIn } from './sign-in.ts'
import { type Forgery, type ProviderPerson, startProvider } from './testing/start-provider.ts'

const redirectUri = 'https://console.sluice.example/api/auth/company/callback/acme'
const reach = { fetch: openBoundedFetch({ allowLoopback: true }), allowHttp: true }
const ann = { subject: 'ann-1', email: 'ann@acme.example', emailVerified: true, name: 'Ann' }

let provider: Awaited<ReturnType<typeof startProvider>>
beforeAll(async () => {
  provider = await startProvider({ redirectUris: [redirectUri] })
})
afterAll(() => provider.stop())

const servers: { close(): unknown }[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** Something else on a free port that answers as a provider might. */
async function answering(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  servers.push({
    close() {
      server.closeAllConnections()
      server.close()
    },
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Signs in, all the way through the provider. */
async function signIn(person: ProviderPerson, forgery?: Forgery, client: object = {}) {
  provider.signInAs(person, forgery)
  const known = { ...provider, ...client }
  const started = await startSignIn(reach, known, { redirectUri, loginHint: undefined })
  const callback = new URL(await provider.follow(started.url))
  return finishSignIn(reach, known, { callback, attempt: started })
}

test('a sign-in goes through the provider and tells who it was', async () => {
  expect(await signIn(ann)).toEqual(ann)
})

test('the browser is sent with state, nonce, PKCE and the address that was typed', async () => {
  const started = await startSignIn(reach, provider, { redirectUri, loginHint: ann.email })
  const query = Object.fromEntries(new URL(started.url).searchParams)
  expect(query).toMatchObject({
    ...{ state: started.state, nonce: started.nonce, login_hint: ann.email },
    ...{ response_type: 'code', code_challenge_method: 'S256', redirect_uri: redirectUri },
  })
  expect(query.code_challenge).toMatch(/^[\w-]{43}$/)
  expect(query.code_challenge).not.toBe(started.codeVerifier)
})

test('an address counts as verified only where the provider says so', async () => {
  const { emailVerified: _, ...silent } = ann
  expect(await signIn(silent)).toMatchObject({ emailVerified: false })
  expect(await signIn({ ...ann, emailVerified: false })).toMatchObject({ emailVerified: false })
})

describe('an id token is refused', () => {
  test.each<[string, Forgery]>([
    ['that another key signed', { byAnotherKey: true }],
    ['of another issuer', { claims: (right) => ({ ...right, iss: 'https://evil.example' }) }],
    ['for another client', { claims: (right) => ({ ...right, aud: 'another' }) }],
    ['with another nonce', { claims: (right) => ({ ...right, nonce: 'another' }) }],
    ['that has expired', { claims: (right) => ({ ...right, exp: 1 }) }],
    ['about nobody', { claims: ({ sub: _, ...right }) => right }],
  ])('%s', async (_why, forgery) => {
    await expect(signIn(ann, forgery)).rejects.toThrow('was not accepted')
  })

  test('that was resigned as it was is taken: the forgeries above are refused for what they change', async () => {
    expect(await signIn(ann, {})).toEqual(ann)
  })
})

describe('a sign-in is refused', () => {
  async function begun() {
    provider.signInAs(ann)
    const started = await startSignIn(reach, provider, { redirectUri, loginHint: undefined })
    return { started, callback: new URL(await provider.follow(started.url)) }
  }

  test('with another state', async () => {
    const { started, callback } = await begun()
    const attempt = { ...started, state: 'another' }
    const before = provider.requests.length
    await expect(finishSignIn(reach, provider, { callback, attempt })).rejects.toThrow('state')
    expect(provider.requests.slice(before)).not.toContain('POST /token')
  })

  test('without the verifier that began it: the provider checks PKCE', async () => {
    const { started, callback } = await begun()
    const { codeVerifier } = await startSignIn(reach, provider, {
      redirectUri,
      loginHint: undefined,
    })
    const attempt = { ...started, codeVerifier }
    const finished = finishSignIn(reach, provider, { callback, attempt })
    await expect(finished).rejects.toThrow('invalid_grant')
  })

  test('with a code that was used', async () => {
    const { started, callback } = await begun()
    await finishSignIn(reach, provider, { callback, attempt: started })
    const again = finishSignIn(reach, provider, { callback, attempt: started })
    await expect(again).rejects.toThrow('invalid_grant')
  })

  test('with a wrong client secret, which no message repeats', async () => {
    const refused = signIn(ann, undefined, { clientSecret: 'not the secret' })
    await expect(refused).rejects.toThrow('invalid_client')
    await expect(refused).rejects.not.toThrow('not the secret')
  })

  test('that the person denied at the provider', async () => {
    const started = await startSignIn(reach, provider, { redirectUri, loginHint: undefined })
    const query = new URLSearchParams({
      ...{ error: 'access_denied', state: started.state, iss: provider.issuer },
    })
    const callback = new URL(`${redirectUri}?${query}`)
    const finished = finishSignIn(reach, provider, { callback, attempt: started })
    await expect(finished).rejects.toThrow('access_denied')
  })
})

describe('discovery', () => {
  const json = (body: object): RequestListener => {
    return (_request, response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

  test('tells what it found', async () => {
    expect(await discover(reach, provider.issuer)).toMatchObject({
      issuer: provider.issuer,
      authorizationEndpoint: `${provider.issuer}/auth`,
      tokenEndpoint: `${provider.issuer}/token`,
    })
  })

  test.each([
    'http://login.example',
    'ftp://login.example',
    'https://login.example/?a=b',
    'https://login.example#a',
    'https://ann:secret@login.example',
    'login.example',
  ])('refuses the issuer %s', async (issuer) => {
    const strict = { ...reach, allowHttp: false }
    await expect(discover(strict, issuer)).rejects.toThrow('must be an https URL')
  })

  test.each(['https://127.0.0.1', 'https://[::1]', 'https://10.1.2.3', 'https://169.254.169.254'])(
    'connects to nothing at %s',
    async (issuer) => {
      const strict = { fetch: openBoundedFetch({ allowLoopback: false }), allowHttp: false }
      await expect(discover(strict, issuer)).rejects.toThrow('not public')
    },
  )

  test('connects to no name with an internal address', async () => {
    const resolve = async () => [{ address: '192.168.1.1', family: 4 }]
    const fetch = openBoundedFetch({ allowLoopback: true, resolve })
    const found = discover({ fetch, allowHttp: true }, 'https://login.example')
    await expect(found).rejects.toThrow('not public')
  })

  test('connects to a name with a private address where the operator named it, and to no metadata service', async () => {
    const at = (address: string) => ({
      ...{ allowLoopback: false, privateHosts: ['login.internal'], timeoutMs: 1 },
      resolve: async () => [{ address, family: 4 }],
    })
    const ask = (host: string, address: string) =>
      discover({ fetch: openBoundedFetch(at(address)), allowHttp: false }, `https://${host}`)
    await expect(ask('login.internal', '10.255.255.1')).rejects.not.toThrow('not public')
    await expect(ask('login.internal', '169.254.169.254')).rejects.toThrow('not public')
    await expect(ask('login.internal', '127.0.0.1')).rejects.toThrow('not public')
    await expect(ask('other.internal', '10.255.255.1')).rejects.toThrow('not public')
  })

  test('names the issuer by which the provider calls itself', async () => {
    const issuer = await answering(json({ issuer: 'https://login.example/{tenantid}' }))
    await expect(discover(reach, issuer)).rejects.toThrow(
      'calls itself https://login.example/{tenantid}',
    )
  })

  test('tells of a page that is no configuration', async () => {
    const page = await answering((_request, response) => void response.end('<html>'))
    await expect(discover(reach, page)).rejects.toThrow('is no OpenID configuration')
    const none = await answering((_request, response) => void response.writeHead(404).end())
    await expect(discover(reach, none)).rejects.toThrow('answered 404')
  })

  test('follows no redirect', async () => {
    const away = { location: provider.issuer }
    const issuer = await answering((_request, response) => void response.writeHead(302, away).end())
    await expect(discover(reach, issuer)).rejects.toThrow('answered 302')
  })

  test('takes no endpoint that a browser would run as a script', async () => {
    const body = { issuer: '', authorization_endpoint: 'javascript:alert(1)' }
    const issuer = await answering((request, response) =>
      json({
        ...body,
        issuer: `http://${request.headers.host}`,
        jwks_uri: 'https://login.example/keys',
      })(request, response),
    )
    await expect(discover(reach, issuer)).rejects.toThrow('no https URL as authorization_endpoint')
  })

  test('is bounded in size and in time', async () => {
    const endless = await answering((_request, response) => {
      const pour = () => {
        while (response.write('x'.repeat(65_536))) {}
      }
      response.on('drain', pour)
      pour()
    })
    await expect(discover(reach, endless)).rejects.toThrow('more than 256 kB')
    const silent = await answering(() => {})
    const fetch = openBoundedFetch({ allowLoopback: true, timeoutMs: 50 })
    await expect(discover({ ...reach, fetch }, silent)).rejects.toThrow('no answer within 0.05')
  })
})
