import { beforeAll, describe, expect, test } from 'vitest'
import { anyRequest, expectProblem } from '../testing/any-request.ts'
import { rawTo } from '../testing/raw.ts'
import { newTenant } from '../testing/tenant.ts'
import { useApi } from '../testing/use-api.ts'

const api = useApi()
const direct = useApi({ trustedProxies: [] })
let key: string
beforeAll(async () => {
  key = (await (await newTenant(api.core)).mint()).key
})

const { request } = anyRequest(() => ({ url: api.url, key }))

describe('paths and methods', () => {
  test.each([
    '/',
    '/v2',
    '/v2/',
    '/v3/things',
    '/v2/things/',
    '/v2/Things',
    '/v2/thing',
    '/v2//things',
  ])('%s is not found', async (path) => {
    expectProblem(await request(path), 404, 'not-found')
  })

  test.each([
    ['/v2/things', 'PUT', 'POST, GET, HEAD'],
    ['/v2/things', 'DELETE', 'POST, GET, HEAD'],
    ['/v2/things/batch', 'HEAD', 'POST'],
    ['/v2/key', 'POST', 'GET, HEAD'],
    ['/v2/thing/x/data', 'GET', 'POST, DELETE'],
    ['/v2/thing/x', 'PUT', 'GET, HEAD, PATCH, DELETE'],
    ['/v2/things', 'QUERY', 'POST, GET, HEAD'],
    ['/v2/thing/x', 'PROPFIND', 'GET, HEAD, PATCH, DELETE'],
    ['/v2/%74hings?limit=1', 'PUT', 'POST, GET, HEAD'],
    ['/problems/not-found', 'POST', 'GET, HEAD'],
    ['/write', 'GET', 'POST'],
  ])('%s rejects %s and lists the allowed methods', async (path, method, allow) => {
    const answer = await request(path, { method })
    expect(answer.status).toBe(405)
    const allowed = answer.response.headers.get('allow')?.split(', ').sort()
    expect(allowed).toEqual(allow.split(', ').sort())
    if (method !== 'HEAD') expectProblem(answer, 405, 'method-not-allowed')
  })

  test.each([
    '/v2/thing/*/',
    '/*/x',
    '/v2/:a:b/',
    '/(',
    '/v2/things(',
    '/v2/thing/:x(^a/',
    '/%2a/',
    '/**',
  ])('%s, with characters of route patterns, is not found, with or without a key', async (path) => {
    expectProblem(await request(path), 404, 'not-found')
    expectProblem(await request(path, { as: null }), 404, 'not-found')
  })

  test('a method that no operation uses is rejected', async () => {
    const answer = await rawTo(
      api.url,
      'TRACE /v2/things HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    )
    expect(answer).toMatch(/^HTTP\/1\.1 405 /)
    expect(answer).toContain('application/problem+json')
  })

  test.each([
    ['/v2/things/seattle', '/v2/thing/{thingId}'],
    ['/V2/Thing/x/', '/v2/thing/{thingId}'],
    ['/v2/site/x/timeserie', '/v2/site/{siteId}/timeseries'],
    ['/v2//audit-logs', '/v2/audit-log'],
  ])('%s is not found, and %s is suggested', async (path, meant) => {
    const answer = await request(path)
    expectProblem(answer, 404, 'not-found')
    expect(answer.json.detail).toContain(` Did you mean ${meant}? `)
  })

  test.each(['/healthz', '/readyz', '/metrics', '/v2/openapi.json'])(
    '%s accepts GET and HEAD only',
    async (path) => {
      const head = await request(path, { method: 'HEAD', as: null })
      expect([head.status, head.text]).toEqual([200, ''])
      const post = await request(path, { method: 'POST', as: null })
      expectProblem(post, 405, 'method-not-allowed')
      expect(post.response.headers.get('allow')).toBe('GET, HEAD')
    },
  )

  test.each(['/v2/thing/%', '/v2/thing/%zz', '/v2/thing/%C3%28', '/v2/thing/%ff'])(
    '%s is rejected as badly encoded',
    async (path) => {
      expectProblem(await request(path), 400, 'invalid-request')
    },
  )

  test.each([
    ['of 256 characters', 'a'.repeat(256), 404],
    ['of 257 characters', 'a'.repeat(257), 404],
    ['of 8000 characters', 'a'.repeat(8000), 404],
    ['with a slash', 'a%2Fb', 404],
    ['with ../ steps', '..%2F..%2Fhealthz', 404],
    ['of U+0000', '%00', 400],
  ])('an id %s is not found or rejected', async (_, id, status) => {
    const answer = await request(`/v2/thing/${id}`)
    expect(answer.status, answer.text).toBe(status)
    expect(answer.json.detail.length).toBeLessThan(9000)
  })

  test('a repeated query parameter is rejected', async () => {
    const answer = await request('/v2/things?limit=1&limit=2&text=a&text=b')
    expectProblem(answer, 400, 'invalid-request')
    const pointers = answer.json.errors.map(({ pointer }: { pointer: string }) => pointer)
    expect(pointers).toEqual(['/query/limit', '/query/text'])
  })

  test.each(['__proto__=1', 'constructor=1', '%00=1', '=1', 'limit=', 'limit=%00'])(
    'the query %s is rejected',
    async (query) => {
      expectProblem(await request(`/v2/things?${query}`), 400, 'invalid-request')
    },
  )
})

describe('cross-origin access', () => {
  const preflight = (origin: string, path = '/v2/things') =>
    request(path, {
      method: 'OPTIONS',
      as: null,
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'traceparent,x-api-key',
      },
    })

  test.each(['/v2/things', '/v2/thing/%zz'])(
    'is allowed from the console’s origin: %s',
    async (path) => {
      const { status, response } = await preflight('http://console.example', path)
      expect(status).toBe(204)
      expect(response.headers.get('access-control-allow-origin')).toBe('http://console.example')
      // Allows any header that a page's code sets; Authorization is the one that an asterisk does not cover.
      expect(response.headers.get('access-control-allow-headers')).toBe('*, Authorization')
      expect(response.headers.get('access-control-allow-methods')).toContain('PATCH')
    },
  )

  test('is not allowed from any other origin', async () => {
    const { response } = await preflight('http://evil.example')
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })

  test.each([
    ['an answer', '/v2/things', 200, undefined],
    ['a call without a key', '/v2/things', 401, null],
    ['a path that is none', '/v2/nothing', 404, undefined],
    ['an address that cannot be decoded', '/v2/thing/%zz', 400, undefined],
  ])('lets a page read %s, with all headers', async (_, path, status, as) => {
    const answer = await request(path, {
      ...(as === null && { as }),
      headers: { Origin: 'http://console.example' },
    })
    expect(answer.status).toBe(status)
    const { headers } = answer.response
    expect(headers.get('access-control-allow-origin')).toBe('http://console.example')
    expect(headers.get('access-control-expose-headers')).toBe('*')
    expect(headers.get('vary')).toContain('Origin')
  })

  test('answers an OPTIONS request that is no preflight with 204', async () => {
    const answer = await request('/v2/things', { method: 'OPTIONS', as: null })
    expect([answer.status, answer.text]).toEqual([204, ''])
  })
})

describe('the client address', () => {
  const self = (forwarded: string, as: string, base = api.url) =>
    fetch(`${base}/v2/key`, { headers: { 'X-Api-Key': as, 'X-Forwarded-For': forwarded } })

  test('is the right-most untrusted one behind a trusted proxy', async () => {
    const tenant = await newTenant(api.core)
    const { key: fenced } = await tenant.mint({ allowedIpCidrs: ['192.0.2.7'] })
    expect((await self('192.0.2.7', fenced)).status).toBe(200)
    expect((await self('198.51.100.1, 192.0.2.7', fenced)).status).toBe(200)
    expect((await self('192.0.2.7, 198.51.100.1', fenced)).status).toBe(403)
    expect((await self('192.0.2.7, 127.0.0.1', fenced)).status).toBe(200)
    expect((await self('', fenced)).status).toBe(403)
    expect((await self('nonsense', fenced)).status).toBe(403)
  })

  test('is the socket’s without a trusted proxy, whatever the header says', async () => {
    const tenant = await newTenant(direct.core)
    const { key: fenced } = await tenant.mint({ allowedIpCidrs: ['192.0.2.7'] })
    expect((await self('192.0.2.7', fenced, direct.url)).status).toBe(403)
    const { key: local } = await tenant.mint({ allowedIpCidrs: ['127.0.0.0/8'] })
    expect((await self('203.0.113.9', local, direct.url)).status).toBe(200)
  })

  test('is throttled after too many failed authentications, but valid keys are not', async () => {
    const stranger = async (address: string) => (await self(address, 'nonsense')).status
    const answers = await Promise.all(Array.from({ length: 100 }, () => stranger('198.51.100.77')))
    expect(new Set(answers)).toEqual(new Set([401]))
    const refused = await self('198.51.100.77', 'nonsense')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('1')
    expect((await self('198.51.100.77', key)).status).toBe(200)
    expect(await stranger('198.51.100.78')).toBe(401)
    api.clock.advance(1)
    expect(await stranger('198.51.100.77')).toBe(401)
  })
})
