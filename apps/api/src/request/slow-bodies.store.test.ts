/** Slow, endless or rejected bodies: the memory they hold is bounded, and nobody else waits for them. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApi } from '../testing/start-api.ts'
import { newTenant } from '../testing/tenant.ts'
import { useApi } from '../testing/use-api.ts'

/** A short time limit, in milliseconds. */
const SHORT = 40

const api = useApi()
const small = useApi({ bodies: { underWay: 65_536 } })
const keyless = useApi({ bodies: { openUnderWay: 400_000, openPerAddress: 100_000 } })
const quick = useApi({ bodies: { time: SHORT, openTime: SHORT, linger: SHORT } })
const keys = { any: '', one: '', other: '', quick: '' }
beforeAll(async () => {
  const mint = async ({ core }: TestApi) => (await (await newTenant(core)).mint()).key
  keys.any = await mint(api)
  keys.one = await mint(small)
  keys.other = await mint(small)
  keys.quick = await mint(quick)
})

const sockets: Socket[] = []
afterAll(() => {
  for (const socket of sockets) socket.destroy()
})

/** A connection and the answers received over it. */
function dial({ url }: TestApi) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  sockets.push(socket)
  let text = ''
  socket.setEncoding('latin1')
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.on('error', () => {})
  return {
    socket,
    closed: once(socket, 'close'),
    /** The answers, once there are at least `count`. */
    async answers(count: number): Promise<string[]> {
      for (;;) {
        const found = text.split(/(?=HTTP\/1\.1 \d)/).filter((one) => one.includes('\r\n\r\n'))
        if (found.length >= count) return found
        await once(socket, 'data')
      }
    },
  }
}

interface Head {
  readonly key?: string
  readonly path?: string
  readonly length: number
  readonly gzip?: boolean
  readonly address?: string
  readonly expects?: string
}

function head({ key, path = '/v2/sites', length, gzip = false, address, expects }: Head): string {
  const lines = [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    'Content-Type: application/json',
    `Content-Length: ${length}`,
    ...(key === undefined ? [] : [`X-Api-Key: ${key}`]),
    ...(gzip ? ['Content-Encoding: gzip'] : []),
    ...(expects === undefined ? [] : [`Expect: ${expects}`]),
    ...(address === undefined ? [] : [`X-Forwarded-For: ${address}`]),
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}

const get = (key: string) => `GET /v2/key HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${key}\r\n\r\n`
const statusOf = (answer: string | undefined) => Number(answer?.slice(9, 12))

test.each([
  ['of a malformed key', () => ({ key: 'nonsense', length: 1000 }), 401],
  ['of a valid key', () => ({ key: keys.quick, length: 1000 }), 408],
  ['of a caller without a key', () => ({ path: '/v2/leaked-keys', length: 1000 }), 408],
  ['for an unknown path', () => ({ path: '/nowhere', length: 1000 }), 404],
  ['that is announced as too long', () => ({ key: keys.quick, length: 10 ** 9 }), 413],
  ['for a badly encoded path', () => ({ path: '/v2/thing/%zz/data', length: 1000 }), 400],
])(
  'an unfinished body %s is answered, and its connection closed',
  async (_whose, request, status) => {
    const { socket, answers, closed } = dial(quick)
    socket.write(`${head(request())}{"name":`)
    const [answer] = await answers(1)
    expect(statusOf(answer)).toBe(status)
    await closed
  },
)

test('a body that ends after its request was rejected keeps the connection open', async () => {
  const { socket, answers } = dial(api)
  socket.write(`${head({ key: 'nonsense', length: 10 })}01234`)
  await answers(1)
  socket.write(`56789${get(keys.any)}`)
  expect((await answers(2)).map(statusOf)).toEqual([401, 200])
})

const site = JSON.stringify({ name: 'x' })

test('a client that waits for 100 Continue gets it once its body is read', async () => {
  const { socket, answers } = dial(api)
  socket.write(head({ key: keys.any, length: site.length, expects: '100-continue' }))
  expect((await answers(1)).map(statusOf)).toEqual([100])
  socket.write(site + get(keys.any))
  expect((await answers(3)).map(statusOf)).toEqual([100, 201, 200])
})

test('a client that does not wait for 100 Continue keeps its connection', async () => {
  const { socket, answers } = dial(api)
  socket.write(head({ key: keys.any, length: site.length, expects: '100-continue' }) + site)
  expect((await answers(2)).map(statusOf)).toEqual([100, 201])
  socket.write(get(keys.any))
  expect((await answers(3)).map(statusOf)).toEqual([100, 201, 200])
})

test.each([
  ['whose key is malformed', () => ({ key: 'nonsense', length: 10 }), 401],
  ['whose body is too long', () => ({ key: keys.any, length: 10 ** 9 }), 413],
])('a client that waits for 100 Continue, %s, is refused at once', async (_, request, status) => {
  const { socket, answers, closed } = dial(api)
  socket.write(head({ ...request(), expects: '100-continue' }))
  await closed
  expect((await answers(1)).map(statusOf)).toEqual([status])
})

test('an unknown expectation is ignored', async () => {
  const { socket, answers } = dial(api)
  socket.write(head({ key: keys.any, length: site.length, expects: 'miracles' }) + site)
  expect((await answers(1)).map(statusOf)).toEqual([201])
})

test.each([
  ['is not gzip', () => api, Buffer.alloc(30_000, 'x'), 400],
  ['is cut short', () => api, gzipSync(Buffer.from('{"name":"x"}')).subarray(0, -4), 400],
  ['decompresses beyond the limit', () => api, gzipSync(Buffer.alloc(2_000_000, ' ')), 413],
  ['takes too much memory', () => small, gzipSync(Buffer.alloc(100_000, ' ')), 503],
])('after a gzip body is rejected because it %s, the next request is answered', async (...of) => {
  const [, server, body, status] = of
  const key = server() === api ? keys.any : keys.one
  const { socket, answers } = dial(server())
  const half = Math.floor(body.length / 2)
  socket.write(head({ key, length: body.length, gzip: true }))
  socket.write(body.subarray(0, half))
  socket.write(body.subarray(half))
  socket.write(get(key))
  expect((await answers(2)).map(statusOf)).toEqual([status, 200])
})

test('an organization with too many bytes in flight is rejected, and others are not', async () => {
  const body = JSON.stringify({ name: 'x', description: 'd'.repeat(900) }).padEnd(20_000)
  const under = Array.from({ length: 2 }, () => dial(small))
  const sent = (key: string) => `${head({ key, length: body.length })}${body.slice(0, 18_000)}`
  const refused: string[] = []
  // This organization may hold half of 64 KiB: the body that comes second exceeds that.
  for (const { socket } of under) socket.write(sent(keys.one))
  const first = await Promise.race(under.map(async ({ answers }) => (await answers(1))[0] ?? ''))
  refused.push(first)
  expect(statusOf(refused[0])).toBe(503)
  expect(refused[0]).toContain('Retry-After: 1')
  const other = dial(small)
  other.socket.write(`${head({ key: keys.other, length: body.length })}${body.slice(0, 10_000)}`)
  other.socket.write(body.slice(10_000))
  expect((await other.answers(1)).map(statusOf)).toEqual([201])
  // The body in flight continues, and its bytes are available once it is answered.
  for (const { socket } of under) socket.write(body.slice(18_000))
  const all = await Promise.all(under.map(async ({ answers }) => (await answers(1)).map(statusOf)))
  expect(all.flat().sort()).toEqual([201, 503])
  const later = dial(small)
  later.socket.write(`${head({ key: keys.one, length: body.length })}${body}`)
  expect((await later.answers(1)).map(statusOf)).toEqual([201])
})

test('a stranger with too many bytes in flight is rejected, and strangers at other addresses are not', async () => {
  const body = JSON.stringify({ strings: ['x'] }).padEnd(60_000)
  const report = (address: string) => head({ path: '/v2/leaked-keys', length: 60_000, address })
  const send = (address: string, part: string) => {
    const { socket, answers } = dial(keyless)
    socket.write(report(address))
    socket.write(part)
    return answers
  }
  const [first, second] = [0, 1].map(() => send('192.0.2.7', body.slice(0, 59_000)))
  const refused = await Promise.race([first?.(1), second?.(1)])
  expect(statusOf(refused?.[0])).toBe(503)
  const other = dial(keyless)
  other.socket.write(`${report('192.0.2.8')}${body.slice(0, 10_000)}`)
  other.socket.write(body.slice(10_000))
  expect((await other.answers(1)).map(statusOf)).toEqual([202])
})
