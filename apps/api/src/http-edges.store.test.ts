import { connect, type Socket } from 'node:net'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { problemSchema } from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi, type TestApi } from './testing/start-api.ts'
import { newTenant } from './testing/tenant.ts'

let api: TestApi
let direct: TestApi
let key: string
beforeAll(async () => {
  api = await startApi()
  direct = await startApi({ trustedProxies: [] })
  key = (await (await newTenant(api.core)).mint()).key
})
afterAll(async () => {
  await api.close()
  await direct.close()
})

/** Any request at all: what an outside caller can send, well formed or not. */
async function request(path: string, init: RequestInit & { as?: string | null } = {}) {
  const { as = key, headers, ...rest } = init
  const response = await fetch(api.url + path, {
    ...rest,
    headers: { ...(as !== null && { 'X-Api-Key': as }), ...headers },
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return { response, status: response.status, json: isJson && text ? JSON.parse(text) : null, text }
}

type Answer = Awaited<ReturnType<typeof request>>

function expectProblem(answer: Answer, status: number, code: string): void {
  const { response, json } = answer
  expect([answer.status, json?.type]).toEqual([status, `http://api.example/problems/${code}`])
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(problemSchema.safeParse(json).error).toBeUndefined()
  expect(json.requestId).toBe(response.headers.get('x-request-id') ?? json.requestId)
}

const post = (
  path: string,
  body: NonNullable<RequestInit['body']> | null,
  headers: Record<string, string> = {},
) =>
  request(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body !== null && { body }),
  })

/** The answer to bytes sent as they are, over a connection of their own. */
function raw(bytes: string, base = api.url): Promise<string> {
  const { hostname, port } = new URL(base)
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket: Socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

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
  ])('%s is not there', async (path) => {
    expectProblem(await request(path), 404, 'not-found')
  })

  test.each([
    ['/v2/things', 'PUT', 'POST, GET'],
    ['/v2/things', 'DELETE', 'POST, GET'],
    ['/v2/things', 'HEAD', 'POST, GET'],
    ['/v2/key', 'POST', 'GET'],
    ['/v2/thing/x/data', 'GET', 'POST, DELETE'],
    ['/v2/thing/x', 'PUT', 'GET, PATCH, DELETE'],
  ])('%s does not take %s, and says what it takes', async (path, method, allow) => {
    const answer = await request(path, { method })
    expect(answer.status).toBe(405)
    const allowed = answer.response.headers.get('allow')?.split(', ').sort()
    expect(allowed).toEqual(allow.split(', ').sort())
    if (method !== 'HEAD') expectProblem(answer, 405, 'method-not-allowed')
  })

  test('a method nobody has heard of is refused', async () => {
    const answer = await raw('TRACE /v2/things HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 (404|405) /)
    expect(answer).toContain('application/problem+json')
  })

  test.each(['/v2/thing/%', '/v2/thing/%zz', '/v2/thing/%C3%28', '/v2/thing/%ff'])(
    '%s is badly encoded',
    async (path) => {
      expectProblem(await request(path), 400, 'invalid-request')
    },
  )

  test.each([
    ['of 256 characters', 'a'.repeat(256), 404],
    ['of 257', 'a'.repeat(257), 404],
    ['of 8000', 'a'.repeat(8000), 404],
    ['with a slash', 'a%2Fb', 404],
    ['that climbs', '..%2F..%2Fhealthz', 404],
    ['of U+0000', '%00', 400],
  ])('an id %s is no thing', async (_, id, status) => {
    const answer = await request(`/v2/thing/${id}`)
    expect(answer.status, answer.text).toBe(status)
    expect(answer.json.detail.length).toBeLessThan(9000)
  })

  test('a parameter that comes twice is refused, not chosen from', async () => {
    const answer = await request('/v2/things?limit=1&limit=2&text=a&text=b')
    expectProblem(answer, 400, 'invalid-request')
    const pointers = answer.json.errors.map(({ pointer }: { pointer: string }) => pointer)
    expect(pointers).toEqual(['/query/limit', '/query/text'])
  })

  test.each(['__proto__=1', 'constructor=1', '%00=1', '=1', 'limit=', 'limit=%00'])(
    'the query %s is refused',
    async (query) => {
      expectProblem(await request(`/v2/things?${query}`), 400, 'invalid-request')
    },
  )
})

describe('bodies', () => {
  test.each([
    ['text', 'nope'],
    ['half of an object', '{"name": "x"'],
    ['two values', '{} {}'],
    ['a comment', '{/* */}'],
    ['NaN', '{"name": NaN}'],
    ['a byte-order mark twice', '\ufeff\ufeff{}'],
  ])('that are not JSON are refused: %s', async (_, body) => {
    const answer = await post('/v2/sites', body)
    expectProblem(answer, 400, 'invalid-request')
    expect(answer.json.errors).toEqual([
      { pointer: '/body', detail: expect.stringMatching(/^is not JSON: /) },
    ])
  })

  test('never have their text in the refusal', async () => {
    const answer = await post('/v2/keys', '{"password": "hunter2", oops}')
    expect(answer.status).toBe(400)
    expect(answer.text).not.toContain('hunter2')
    expect(answer.text).not.toContain('oops')
  })

  test('that are not UTF-8 are refused', async () => {
    const answer = await post('/v2/sites', Buffer.from('{"name": "\xff\xfe"}', 'latin1'))
    expectProblem(answer, 400, 'invalid-request')
    expect(answer.json.errors[0].detail).toContain('not UTF-8')
  })

  test.each([
    ['text/plain', 'text/plain'],
    ['application/x-www-form-urlencoded', 'application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x', 'multipart/form-data'],
    ['', 'not a media type'],
    ['nonsense', 'not a media type'],
  ])('of the type %j are refused', async (type, told) => {
    const answer = await post('/v2/sites', Buffer.from('{"name":"x"}'), { 'Content-Type': type })
    expectProblem(answer, 415, 'unsupported-media-type')
    expect(answer.json.detail).toContain(told)
  })

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/merge-patch+json',
  ])('of the type %s are taken', async (type) => {
    const answer = await post('/v2/sites', '{"name":"x"}', { 'Content-Type': type })
    expect(answer.status, answer.text).toBe(201)
  })

  test('that are missing are told as such', async () => {
    const answer = await post('/v2/sites', null)
    expectProblem(answer, 400, 'invalid-request')
    expect(answer.json.errors).toEqual([{ pointer: '/body', detail: 'is required' }])
  })

  test('of no type at all are refused', async () => {
    const body = Buffer.from('{"name":"x"}')
    const answer = await request('/v2/sites', { method: 'POST', body })
    expectProblem(answer, 415, 'unsupported-media-type')
    expect(answer.json.detail).toContain('send Content-Type')
  })

  test('where none is taken are refused', async () => {
    const answer = await post('/v2/key/abc/revoke', '{}')
    expectProblem(answer, 400, 'invalid-request')
    expect(answer.json.errors[0].detail).toBe('this operation takes no body')
  })
})

describe('compressed bodies', () => {
  const site = Buffer.from('{"name":"x"}')
  const gzip = { 'Content-Encoding': 'gzip' }

  test('are inflated', async () => {
    expect((await post('/v2/sites', gzipSync(site), gzip)).status).toBe(201)
    const zstd = await post('/v2/sites', zstdCompressSync(site), { 'Content-Encoding': 'zstd' })
    expect(zstd.status).toBe(201)
  })

  test.each([
    ['cut short', gzipSync(site).subarray(0, -6)],
    ['no gzip at all', site],
    ['with a wrong checksum', Buffer.concat([gzipSync(site).subarray(0, -8), Buffer.alloc(8)])],
    ['empty', Buffer.from(' ')],
  ])('%s are refused', async (_, body) => {
    const answer = await post('/v2/sites', body, gzip)
    expectProblem(answer, 400, 'invalid-request')
    expect(answer.json.errors[0].pointer).toBe('/body')
  })

  test('in an encoding nobody offers are refused', async () => {
    const answer = await post('/v2/sites', site, { 'Content-Encoding': 'br' })
    expectProblem(answer, 415, 'unsupported-media-type')
  })

  test('that inflate beyond the limit are refused', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '))
    const answer = await post('/v2/sites', bomb, gzip)
    expectProblem(answer, 413, 'body-too-large')
    expect(answer.json.detail).toContain('1048576 bytes (after decompression)')
  })
})

describe('bodies beyond the limit', () => {
  const large = Buffer.alloc(3 * 1024 * 1024, ' ')

  test('are refused, and the answer arrives', async () => {
    for (let i = 0; i < 3; i += 1) {
      expectProblem(await post('/v2/sites', large), 413, 'body-too-large')
    }
  })

  test('of no length told beforehand too', async () => {
    const chunks = new ReadableStream({
      start(controller) {
        for (let i = 0; i < 3; i += 1) controller.enqueue(large.subarray(0, 1024 * 1024))
        controller.close()
      },
    })
    const answer = await request('/v2/sites', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: chunks,
      ...{ duplex: 'half' },
    })
    expectProblem(answer, 413, 'body-too-large')
  })

  test('of a stranger are not read at all', async () => {
    const answer = await request('/v2/sites', {
      method: 'POST',
      as: 'nonsense',
      headers: { 'Content-Type': 'application/json' },
      body: large,
    })
    expectProblem(answer, 401, 'key-malformed')
  })

  test('are taken where more is allowed', async () => {
    const answer = await post('/v2/thing/truck-1/data', large)
    expectProblem(answer, 400, 'invalid-request')
  })
})

describe('a browser of another origin', () => {
  const preflight = (origin: string) =>
    request('/v2/things', {
      method: 'OPTIONS',
      as: null,
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'x-api-key,content-type',
      },
    })

  test('may call when it is the console’s', async () => {
    const { status, response } = await preflight('http://console.example')
    expect(status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe('http://console.example')
    expect(response.headers.get('access-control-allow-headers')).toContain('X-Api-Key')
    expect(response.headers.get('access-control-allow-methods')).toContain('PATCH')
  })

  test('may not when it is a stranger’s', async () => {
    const { response } = await preflight('http://evil.example')
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('reads the budget and the request id of an answer', async () => {
    const { response } = await request('/v2/things', {
      headers: { Origin: 'http://console.example' },
    })
    const exposed = response.headers.get('access-control-expose-headers')
    for (const name of ['RateLimit', 'Retry-After', 'X-Request-Id']) expect(exposed).toContain(name)
  })

  test('an OPTIONS that is no preflight is answered in form', async () => {
    const answer = await request('/v2/things', { method: 'OPTIONS', as: null })
    expect([answer.status, answer.text]).toEqual([204, ''])
  })
})

describe('the client’s address', () => {
  const self = (forwarded: string, as: string, base = api.url) =>
    fetch(`${base}/v2/key`, { headers: { 'X-Api-Key': as, 'X-Forwarded-For': forwarded } })

  test('is the right-most untrusted one behind a proxy that is trusted', async () => {
    const tenant = await newTenant(api.core)
    const { key: fenced } = await tenant.mint({ allowedIpCidrs: ['192.0.2.7'] })
    expect((await self('192.0.2.7', fenced)).status).toBe(200)
    expect((await self('198.51.100.1, 192.0.2.7', fenced)).status).toBe(200)
    expect((await self('192.0.2.7, 198.51.100.1', fenced)).status).toBe(403)
    expect((await self('192.0.2.7, 127.0.0.1', fenced)).status).toBe(200)
    expect((await self('', fenced)).status).toBe(403)
    expect((await self('nonsense', fenced)).status).toBe(403)
  })

  test('is the socket’s, whatever is claimed, without a proxy that is trusted', async () => {
    const tenant = await newTenant(direct.core)
    const { key: fenced } = await tenant.mint({ allowedIpCidrs: ['192.0.2.7'] })
    expect((await self('192.0.2.7', fenced, direct.url)).status).toBe(403)
    const { key: local } = await tenant.mint({ allowedIpCidrs: ['127.0.0.0/8'] })
    expect((await self('203.0.113.9', local, direct.url)).status).toBe(200)
  })

  test('is throttled when it fails to authenticate too often; the key works from elsewhere', async () => {
    const stranger = async (address: string) => (await self(address, 'nonsense')).status
    const answers = await Promise.all(Array.from({ length: 100 }, () => stranger('198.51.100.77')))
    expect(new Set(answers)).toEqual(new Set([401]))
    const refused = await self('198.51.100.77', key)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('1')
    expect((await self('198.51.100.78', key)).status).toBe(200)
    api.clock.advance(1)
    expect((await self('198.51.100.77', key)).status).toBe(200)
  })
})

describe('what is no HTTP', () => {
  test('is closed with 400', async () => {
    expect(await raw('nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('headers beyond the limit are refused', async () => {
    const header = `X-Api-Key: ${'a'.repeat(20_000)}`
    const answer = await raw(`GET /v2/things HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 431 /)
  })

  test('a key that comes twice is malformed', async () => {
    const headers = `X-Api-Key: ${key}\r\nX-Api-Key: ${key}\r\nConnection: close`
    const answer = await raw(`GET /v2/key HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n`)
    expect(answer).toContain('/problems/key-malformed')
  })
})
