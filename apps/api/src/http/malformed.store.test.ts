import { connect } from 'node:net'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { rawTo } from '../testing/raw.ts'
import { newTenant } from '../testing/tenant.ts'
import { useApi } from '../testing/use-api.ts'

const api = useApi()
let key: string
beforeAll(async () => {
  key = (await (await newTenant(api.core)).mint()).key
})

const raw = (bytes: string, halfClosed?: boolean) => rawTo(api.url, bytes, halfClosed)

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
    expect(await raw(bytes, true)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
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
    // By then the parser has failed: it parses a packet synchronously.
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

  test.each([
    ['/v2/sites', '401'],
    ['/v2/thing/%zz/data', '400'],
  ])(
    'in a body that goes on after the answer of %s gets no answer of its own',
    async (path, status) => {
      const { hostname, port } = new URL(api.url)
      const socket = connect(Number(port), hostname)
      socket.setEncoding('latin1')
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`,
      )
      let answers = ''
      for await (const chunk of socket) {
        if (answers === '') socket.write('nonsense\r\n\r\n')
        answers += chunk
      }
      expect(answers.split('HTTP/1.1 ').slice(1)).toEqual([expect.stringContaining(`${status} `)])
    },
  )

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
      // The first answer shows that the packet was read, including the beginning of the second request.
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
