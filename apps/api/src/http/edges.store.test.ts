import { connect, type Socket } from 'node:net'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { anyRequest, expectProblem } from '../testing/any-request.ts'
import { newTenant } from '../testing/tenant.ts'
import { useApi } from '../testing/use-api.ts'

const api = useApi()
const direct = useApi({ trustedProxies: [] })
let key: string
beforeAll(async () => {
  key = (await (await newTenant(api.core)).mint()).key
})

const { request } = anyRequest(() => ({ url: api.url, key }))

/** The answer to raw bytes on a new connection, which is half-closed after them if `halfClosed`. */
function raw(bytes: string, base = api.url, halfClosed = false): Promise<string> {
  const { hostname, port } = new URL(base)
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket: Socket = connect(Number(port), hostname, () => {
      if (halfClosed) socket.end(bytes)
      else socket.write(bytes)
    })
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
  ])('%s is not found', async (path) => {
    expectProblem(await request(path), 404, 'not-found')
  })

  test.each([
    ['/v2/things', 'PUT', 'POST, GET'],
    ['/v2/things', 'DELETE', 'POST, GET'],
    ['/v2/things', 'HEAD', 'POST, GET'],
    ['/v2/key', 'POST', 'GET'],
    ['/v2/thing/x/data', 'GET', 'POST, DELETE'],
    ['/v2/thing/x', 'PUT', 'GET, PATCH, DELETE'],
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
    const answer = await raw('TRACE /v2/things HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
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

  test('is allowed from the console’s origin', async () => {
    const { status, response } = await preflight('http://console.example')
    expect(status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe('http://console.example')
    expect(response.headers.get('access-control-allow-headers')).toContain('X-Api-Key')
    expect(response.headers.get('access-control-allow-methods')).toContain('PATCH')
  })

  test('is not allowed from any other origin', async () => {
    const { response } = await preflight('http://evil.example')
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('exposes the headers for budget and request id', async () => {
    const { response } = await request('/v2/things', {
      headers: { Origin: 'http://console.example' },
    })
    const exposed = response.headers.get('access-control-expose-headers')
    for (const name of ['RateLimit', 'Retry-After', 'X-Request-Id']) expect(exposed).toContain(name)
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

test('pipelined requests are answered in order, each with its own body', async () => {
  const post = (name: string) => {
    const head = `POST /v2/sites HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${key}\r\nContent-Type: application/json`
    const body = JSON.stringify({ name, description: 'd'.repeat(1000) })
    return `${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  }
  const last = `GET /v2/key HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Api-Key: ${key}\r\n\r\n`
  const answers = (await raw(post('one') + post('two') + last)).split(/(?=HTTP\/1\.1 )/)
  expect(answers.map((answer) => answer.slice(9, 12))).toEqual(['201', '201', '200'])
  expect(answers[0]).toContain('"name":"one"')
  expect(answers[1]).toContain('"name":"two"')
})

test.each([
  ['401', 'GET /v2/key HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['404', 'GET /v2/nothing HTTP/1.1\r\nHost: x\r\n\r\n'],
])(
  'a client that half-closes the connection after its request is answered with %s',
  async (status, bytes) => {
    expect(await raw(bytes, api.url, true)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  },
)

describe('malformed HTTP', () => {
  /** The problem in an answer after which the connection was closed. */
  function problemIn(answer: string) {
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(head).toContain('\r\nContent-Type: application/problem+json\r\n')
    expect(head).toContain(`\r\nContent-Length: ${body.length}\r\n`)
    return JSON.parse(body)
  }

  test.each(['nonsense', 'FOO /v2/things HTTP/1.1\r\nHost: x'])(
    'such as %j is answered with 400',
    async (text) => {
      const answer = await raw(`${text}\r\n\r\n`)
      expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
      expect(problemIn(answer)).toMatchObject({
        type: 'http://api.example/problems/invalid-request',
        detail: expect.stringMatching(/^The request is not well-formed HTTP\/1.1: .*method.*\.$/),
      })
    },
  )

  test('is rejected after the previous request was answered', async () => {
    const head = `GET /v2/key HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${key}\r\n\r\n`
    const [first, second] = (await raw(`${head}nonsense\r\n\r\n`)).split(/(?=HTTP\/1\.1 )/)
    expect(first).toMatch(/^HTTP\/1\.1 200 /)
    expect(second).toMatch(/^HTTP\/1\.1 400 /)
  })

  /** A request whose answer takes until its tenant's fleets were read. */
  const slow = () => `GET /v2/fleets HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${key}\r\n\r\n`

  /** Delays reads of fleets until `go` is called. */
  function holdFleets() {
    const { promise, resolve: go } = Promise.withResolvers<void>()
    const fleets = api.core.db.fleet
    const read = fleets.findMany.bind(fleets)
    const spy = vi.spyOn(fleets, 'findMany')
    spy.mockImplementation((async (query: never) => {
      await promise
      return read(query)
    }) as never)
    return { go, spy }
  }

  test.each([
    ['one', slow],
    ['three', () => slow() + slow() + slow()],
  ])('behind %s that take longer is rejected after their answers', async (_, before) => {
    const { go, spy } = holdFleets()
    const begun = before().split('GET ').length - 1
    const answered = raw(`${before()}nonsense\r\n\r\n`)
    await expect.poll(() => spy.mock.calls.length).toBe(begun)
    // The parser has given up by now: it reads a packet at once.
    await new Promise(setImmediate)
    go()
    const answers = (await answered).split(/(?=HTTP\/1\.1 )/)
    spy.mockRestore()
    const statuses = answers.map((answer) => answer.slice(9, 12))
    expect(statuses).toEqual([...Array(begun).fill('200'), '400'])
    for (const answer of answers.slice(0, -1)) expect(answer).toContain('"id":"north"')
    expect(problemIn(answers.at(-1) ?? '').status).toBe(400)
  })

  test('whose body breaks off is rejected after the answer before it', async () => {
    const { go, spy } = holdFleets()
    const head = `POST /v2/sites HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${key}\r\nContent-Type: application/json`
    const answered = raw(`${slow()}${head}\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n\r\n`)
    await expect.poll(() => spy.mock.calls.length).toBe(1)
    await new Promise(setImmediate)
    go()
    const answers = (await answered).split(/(?=HTTP\/1\.1 )/)
    spy.mockRestore()
    expect(answers.map((answer) => answer.slice(9, 12))).toEqual(['200', '400'])
    expect(problemIn(answers[1] ?? '').status).toBe(400)
  })

  test('in a body that goes on after its answer gets no answer of its own', async () => {
    const { hostname, port } = new URL(api.url)
    const socket = connect(Number(port), hostname)
    socket.setEncoding('latin1')
    socket.write(
      'POST /v2/sites HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n',
    )
    let answers = ''
    for await (const chunk of socket) {
      if (answers === '') socket.write('nonsense\r\n\r\n')
      answers += chunk
    }
    expect(answers.split('HTTP/1.1 ').slice(1)).toEqual([expect.stringMatching(/^401 /)])
  })

  test('with headers beyond the limit is rejected', async () => {
    const header = `X-Api-Key: ${'a'.repeat(20_000)}`
    const answer = await raw(`GET /v2/things HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 431 /)
    expect(problemIn(answer)).toMatchObject({
      type: 'http://api.example/problems/headers-too-large',
      status: 431,
    })
  })

  /** An answer to HEAD: it ends with its head. */
  const bare = /^HTTP\/1\.1 431 .*\r\nContent-Length: \d+\r\n.*\r\n\r\n$/s

  test('in a HEAD request is rejected without a body', async () => {
    const header = `X-Api-Key: ${'a'.repeat(20_000)}`
    const answer = await raw(`HEAD /v2/things HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n`)
    expect(answer).toMatch(bare)
  })

  test('in a HEAD request behind another in its packet is rejected without a body', async () => {
    const first = `GET /v2/key HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${key}\r\n\r\n`
    const answer = await raw(`${first}HEAD /v2/things HTTP/1.1\r\nno colon\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(answer).toMatch(/\}HTTP\/1\.1 400 .*\r\nContent-Length: \d+\r\n.*\r\n\r\n$/s)
  })

  test.each(['HEAD', 'GET'])(
    'in a %s request that began in an earlier packet is rejected without a body',
    async (method) => {
      // The first answer shows that the packet was read, and with it the beginning of the second request.
      const first = `GET /v2/key HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${key}\r\n\r\n`
      const { hostname, port } = new URL(api.url)
      const socket = connect(Number(port), hostname)
      socket.setEncoding('latin1')
      socket.write(`${first}${method} /v2/things HTTP/1.1\r\nHost: x\r\n`)
      let answer = ''
      for await (const chunk of socket) {
        if (answer === '') socket.write('no colon\r\n\r\n')
        answer += chunk
      }
      expect(answer).toMatch(
        /\}HTTP\/1\.1 400 Bad Request\r\n[^{]*\r\nContent-Length: 0\r\n[^{]*\r\n\r\n$/,
      )
    },
  )

  test('with a repeated key header is answered as a malformed key', async () => {
    const headers = `X-Api-Key: ${key}\r\nX-Api-Key: ${key}\r\nConnection: close`
    const answer = await raw(`GET /v2/key HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n`)
    expect(answer).toContain('/problems/key-malformed')
  })
})
