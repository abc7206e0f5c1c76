import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openResolve } from '@sluice/runtime/public-network'
import { startNameServer } from '@sluice/runtime/testing/name-server'
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

/** Another server on a free port that answers like a provider. */
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

/** Completes a sign-in through the provider. */
async function signIn(person: ProviderPerson, forgery?: Forgery, client: object = {}) {
  provider.signInAs(person, forgery)
  const known = { ...provider, ...client }
  const started = await startSignIn(reach, known, { redirectUri, loginHint: undefined })
  const callback = new URL(await provider.follow(started.url))
  return finishSignIn(reach, known, { callback, attempt: started })
}

test('a sign-in through the provider returns the user', async () => {
  expect(await signIn(ann)).toEqual(ann)
})

test('the sign-in URL has state, nonce, PKCE, the typed address and the greatest age of the authentication', async () => {
  const started = await startSignIn(reach, provider, { redirectUri, loginHint: ann.email })
  const query = Object.fromEntries(new URL(started.url).searchParams)
  expect(query).toMatchObject({
    ...{ state: started.state, nonce: started.nonce, login_hint: ann.email },
    max_age: '600',
    ...{ response_type: 'code', code_challenge_method: 'S256', redirect_uri: redirectUri },
  })
  expect(query.code_challenge).toMatch(/^[\w-]{43}$/)
  expect(query.code_challenge).not.toBe(started.codeVerifier)
})

test('an address is verified only if the provider says so', async () => {
  const { emailVerified: _, ...silent } = ann
  expect(await signIn(silent)).toMatchObject({ emailVerified: false })
  expect(await signIn({ ...ann, emailVerified: false })).toMatchObject({ emailVerified: false })
})

describe('an ID token', () => {
  test.each<[string, Forgery]>([
    ['one signed by another key', { byAnotherKey: true }],
    ['one of another issuer', { claims: (right) => ({ ...right, iss: 'https://evil.example' }) }],
    ['one for another client', { claims: (right) => ({ ...right, aud: 'another' }) }],
    ['one with another nonce', { claims: (right) => ({ ...right, nonce: 'another' }) }],
    ['one that has expired', { claims: (right) => ({ ...right, exp: 1 }) }],
    ['one without a subject', { claims: ({ sub: _, ...right }) => right }],
  ])('is rejected: %s', async (_why, forgery) => {
    await expect(signIn(ann, forgery)).rejects.toThrow('was not accepted')
  })

  test('is accepted when signed again without a change', async () => {
    expect(await signIn(ann, {})).toEqual(ann)
  })
})

describe('a sign-in is rejected', () => {
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

  test('without its PKCE verifier', async () => {
    const { started, callback } = await begun()
    const { codeVerifier } = await startSignIn(reach, provider, {
      redirectUri,
      loginHint: undefined,
    })
    const attempt = { ...started, codeVerifier }
    const finished = finishSignIn(reach, provider, { callback, attempt })
    await expect(finished).rejects.toThrow('invalid_grant')
  })

  test('with a code that was already used', async () => {
    const { started, callback } = await begun()
    await finishSignIn(reach, provider, { callback, attempt: started })
    const again = finishSignIn(reach, provider, { callback, attempt: started })
    await expect(again).rejects.toThrow('invalid_grant')
  })

  test('with a wrong client secret, which the error does not contain', async () => {
    const refused = signIn(ann, undefined, { clientSecret: 'not the secret' })
    await expect(refused).rejects.toThrow('invalid_client')
    await expect(refused).rejects.not.toThrow('not the secret')
  })

  test('that the user denied at the provider', async () => {
    const started = await startSignIn(reach, provider, { redirectUri, loginHint: undefined })
    const query = new URLSearchParams({
      ...{ error: 'access_denied', state: started.state, iss: provider.issuer },
    })
    const callback = new URL(`${redirectUri}?${query}`)
    const finished = finishSignIn(reach, provider, { callback, attempt: started })
    await expect(finished).rejects.toThrow('access_denied')
  })
})

describe('OpenID discovery', () => {
  const json = (body: object): RequestListener => {
    return (_request, response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

  test("returns the provider's endpoints", async () => {
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
  ])('rejects the issuer %s', async (issuer) => {
    const strict = { ...reach, allowHttp: false }
    await expect(discover(strict, issuer)).rejects.toThrow('must be an https URL')
  })

  test.each(['https://127.0.0.1', 'https://[::1]', 'https://10.1.2.3', 'https://169.254.169.254'])(
    'does not connect to %s',
    async (issuer) => {
      const strict = { fetch: openBoundedFetch({ allowLoopback: false }), allowHttp: false }
      await expect(discover(strict, issuer)).rejects.toThrow('not public')
    },
  )

  test('does not connect to a name with an internal address', async () => {
    const resolve = async () => [{ address: '192.168.1.1', family: 4 }]
    const fetch = openBoundedFetch({ allowLoopback: true, resolve })
    const found = discover({ fetch, allowHttp: true }, 'https://login.example')
    await expect(found).rejects.toThrow('not public')
  })

  test('connects to private addresses only of allowed names and ports, never to metadata services', async () => {
    const at = (address: string) => ({
      ...{ allowLoopback: false, privateHosts: ['login.internal', 'id.internal:8443'] },
      timeoutMs: 1,
      resolve: async () => [{ address, family: 4 }],
    })
    const ask = (host: string, address: string) =>
      discover({ fetch: openBoundedFetch(at(address)), allowHttp: false }, `https://${host}`)
    await expect(ask('login.internal', '10.255.255.1')).rejects.not.toThrow('not public')
    await expect(ask('login.internal:443', '10.255.255.1')).rejects.not.toThrow('not public')
    await expect(ask('login.internal:6379', '10.255.255.1')).rejects.toThrow('not public')
    await expect(ask('id.internal:8443', '10.255.255.1')).rejects.not.toThrow('not public')
    await expect(ask('id.internal', '10.255.255.1')).rejects.toThrow('not public')
    await expect(ask('login.internal', '169.254.169.254')).rejects.toThrow('not public')
    await expect(ask('login.internal', '127.0.0.1')).rejects.toThrow('not public')
    await expect(ask('other.internal', '10.255.255.1')).rejects.toThrow('not public')
  })

  test('is not delayed by other providers whose name server is silent', async () => {
    const names = await startNameServer({ 'healthy.example': ['127.0.0.1'] })
    servers.push(names)
    const timeoutMs = 600_000
    const resolve = openResolve({ servers: [names.address], timeoutMs })
    const fetch = openBoundedFetch({ allowLoopback: true, timeoutMs, resolve })
    const found = (host: string) => discover({ fetch, allowHttp: true }, `http://${host}`)
    let ended = 0
    const slow = Array.from({ length: 8 }, (_, n) =>
      found(`silent-${n}.example`).finally(() => {
        ended += 1
      }),
    )
    const outcomes = Promise.allSettled(slow)
    await expect.poll(names.held).toBe(8)
    const issuer = new URL(await answering((_request, response) => void response.end('<html>')))
    await expect(found(`healthy.example:${issuer.port}`)).rejects.toThrow('no OpenID configuration')
    expect(ended).toBe(0)
    names.release()
    const message = 'The host name does not resolve. Check the issuer.'
    for (const outcome of await outcomes) expect(outcome).toMatchObject({ reason: { message } })
  })

  test('rejects a provider that names another issuer', async () => {
    const issuer = await answering(json({ issuer: 'https://login.example/{tenantid}' }))
    await expect(discover(reach, issuer)).rejects.toThrow(
      'calls itself https://login.example/{tenantid}',
    )
  })

  test('reports a page that is not an OpenID configuration', async () => {
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

  test('rejects a switch of protocols', async () => {
    const switched = { upgrade: 'websocket', connection: 'upgrade' }
    const issuer = await answering(
      (_request, response) => void response.writeHead(101, switched).end(),
    )
    await expect(discover(reach, issuer)).rejects.toThrow('101 Switching Protocols')
  })

  test('rejects an endpoint with a javascript: URL', async () => {
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

  test('limits the size and time of a response', async () => {
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
