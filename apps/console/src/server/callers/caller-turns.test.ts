import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { consoleUrl } from '../testing/environment.ts'
import { openCallerBudget } from './caller-budget.ts'
import { inCallersTurns } from './caller-turns.ts'

vi.mock('../environment.ts', () => import('../testing/environment.ts'))

let now = Date.parse('2026-06-01T12:00:00Z')
const budget = openCallerBudget(() => now, consoleUrl)
const cookie = (token: string) => `__Secure-better-auth.session_token=${token}.signature`
const waitSeconds = (seconds: number) => {
  now += seconds * 1000
}
const people = [
  ['phone', 'ann'],
  ['laptop', 'ann'],
  ['desk', 'bob'],
] as const

/** Names of requests in the order in which they started, and a function that ends each. */
let begun: string[]
let ends: Map<string, () => void>
let serve: (request: Request) => Promise<Response>
/** The lookup of a session's user. */
let whose: (headers: Headers) => Promise<string | undefined>
beforeEach(() => {
  whose = async () => undefined
  Object.assign(globalThis, { sluiceCallerBudget: budget })
  for (const [token, person] of people) budget.learn(cookie(token), person)
  begun = []
  ends = new Map()
  const serving = async (request: Request) => {
    const name = new URL(request.url).pathname.slice(1)
    begun.push(name)
    await new Promise<void>((resolve) => ends.set(name, resolve))
    return new Response(await request.text())
  }
  serve = inCallersTurns(serving, (headers) => whose(headers))
})

function ask(name: string, headers: Record<string, string>, body?: BodyInit): Promise<Response> {
  const init = { method: body === undefined ? 'GET' : 'POST', headers, body: body ?? null }
  return serve(new Request(`${consoleUrl}/${name}`, { ...init, duplex: 'half' } as RequestInit))
}

test('runs two requests of a user’s sessions at once, without delaying other callers', async () => {
  const answers = ['phone', 'laptop', 'phone'].map((token, i) =>
    ask(`ann-${i}`, { cookie: cookie(token) }),
  )
  void ask('bob', { cookie: cookie('desk') })
  void ask('stranger', { 'x-forwarded-for': '192.0.2.1' })
  await nextTurn()
  expect(begun).toEqual(['ann-0', 'ann-1', 'bob', 'stranger'])
  ends.get('ann-1')?.()
  expect(await (await answers[1])?.text()).toBe('')
  await nextTurn()
  expect(begun.at(-1)).toBe('ann-2')
})

test.each([
  ['that its user has just ended', () => budget.forget('ann')],
  ['that the database has not confirmed for some seconds', () => waitSeconds(5)],
])('a session %s does not use the slots of its user', async (_, end) => {
  end()
  for (let i = 0; i < 3; i += 1) {
    void ask(`ended-${i}`, { cookie: cookie('phone'), 'x-forwarded-for': '192.0.2.1' })
  }
  budget.learn(cookie('laptop'), 'ann')
  void ask('ann', { cookie: cookie('laptop'), 'x-forwarded-for': '192.0.2.2' })
  await nextTurn()
  expect(begun.toSorted()).toEqual(['ann', 'ended-0', 'ended-1'])
})

test('an unknown session uses the slots of the user that a lookup finds', async () => {
  whose = async (headers) => (headers.get('cookie') === cookie('tablet') ? 'ann' : undefined)
  const one = { 'x-forwarded-for': '192.0.2.1' }
  for (let i = 0; i < 3; i += 1) void ask(`stranger-${i}`, one)
  for (let i = 0; i < 3; i += 1) void ask(`ann-${i}`, { cookie: cookie('tablet'), ...one })
  await nextTurn()
  expect(begun.toSorted()).toEqual(['ann-0', 'ann-1', 'stranger-0', 'stranger-1'])
})

test.each(['api/auth/sign-out', 'api/trpc/account.endOtherSessions'])(
  '%s does not wait for other sessions of its user',
  async (path) => {
    for (let i = 0; i < 200; i += 1) void ask(`ann-${i}`, { cookie: cookie('phone') })
    for (let i = 0; i < 3; i += 1) void ask(path, { cookie: cookie('laptop') })
    await nextTurn()
    expect(begun).toEqual(['ann-0', 'ann-1', path, path])
  },
)

test('a made-up session has no slots of its own', async () => {
  for (let i = 0; i < 3; i += 1) {
    const headers = { cookie: cookie(`guess-${i}`), 'x-forwarded-for': '192.0.2.1' }
    void ask('api/auth/sign-out', headers)
  }
  await nextTurn()
  expect(begun).toHaveLength(2)
})

describe('a slow provider', () => {
  const one = { 'x-forwarded-for': '192.0.2.1' }
  const start = (company: string) => ask('api/auth/company/start', one, JSON.stringify({ company }))

  test('delays neither other calls from the same address nor company sign-in elsewhere', async () => {
    for (let i = 0; i < 3; i += 1) {
      void ask('api/auth/company/callback/acme', one)
      void start(`ann-${i}@acme.example`)
    }
    void start('globex.example')
    void ask('api/auth/sign-in/email', one, '{}')
    void ask('api/auth/company/callback/acme', { 'x-forwarded-for': '192.0.2.2' })
    await vi.waitUntil(() => begun.length >= 7)
    await nextTurn()
    expect(begun.toSorted()).toEqual([
      ...Array.from({ length: 3 }, () => 'api/auth/company/callback/acme'),
      ...Array.from({ length: 3 }, () => 'api/auth/company/start'),
      'api/auth/sign-in/email',
    ])
  })

  test.each([
    ['an object without a text', '{"company":{"toString":1}}'],
    ['deeply nested', `{"company":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
  ])('is not asked if the company is %s, and the call is served', async (_, body) => {
    const answer = ask('api/auth/company/start', one, body)
    await vi.waitUntil(() => begun.length > 0)
    ends.get('api/auth/company/start')?.()
    expect(await (await answer).text()).toBe(body)
  })

  test('gets eight slots at most for an address that names many organizations', async () => {
    for (let i = 0; i < 40; i += 1) {
      void ask(`api/auth/company/callback/org-${i}`, one)
      void start(`org-${i}`)
    }
    await vi.waitUntil(() => begun.length >= 8)
    await nextTurn()
    expect(begun).toHaveLength(8)
  })
})

test('a request uses the slots of its address if the lookup fails', async () => {
  whose = async () => Promise.reject(new Error('The database is away.'))
  for (let i = 0; i < 3; i += 1) {
    void ask(`ann-${i}`, { cookie: cookie('tablet'), 'x-forwarded-for': '192.0.2.1' })
  }
  await nextTurn()
  expect(begun).toEqual(['ann-0', 'ann-1'])
})

test('anonymous callers at one address share its slots, whatever cookies they send', async () => {
  for (let i = 0; i < 5; i += 1) {
    void ask(`one-${i}`, { cookie: cookie(`guess-${i}`), 'x-forwarded-for': '192.0.2.1' })
  }
  void ask('other', { 'x-forwarded-for': '192.0.2.2' })
  await nextTurn()
  expect(begun).toEqual(['one-0', 'one-1', 'other'])
  for (let i = 0; i < 5; i += 1) void ask(`six-${i}`, { 'x-forwarded-for': `2001:db8:1:2::${i}` })
  await nextTurn()
  expect(begun.slice(3)).toEqual(['six-0', 'six-1'])
})

test('a slow body holds no slot and arrives complete', async () => {
  const headers = { 'x-forwarded-for': '192.0.2.1' }
  const slow = Array.from({ length: 4 }, () => new TransformStream())
  const answers = slow.map(({ readable }, i) => ask(`slow-${i}`, headers, readable))
  void ask('quick', headers, 'body')
  await vi.waitUntil(() => begun.length > 0)
  expect(begun).toEqual(['quick'])
  const writer = slow[0]?.writable.getWriter()
  await writer?.write(Buffer.from('at '))
  await writer?.write(Buffer.from('last'))
  await writer?.close()
  await vi.waitUntil(() => begun.length > 1)
  ends.get('slow-0')?.()
  expect(await (await answers[0])?.text()).toBe('at last')
})

test.each([64 * 1024, 2 * 1024 * 1024])(
  'a body of %i bytes is handed on whole, and a long one is not copied',
  async (length) => {
    const body = Buffer.alloc(length, 'abc')
    let isCopied: boolean | undefined
    const reading = inCallersTurns(async (request) => {
      const bytes = await request.arrayBuffer()
      expect(Buffer.from(bytes).equals(body)).toBe(true)
      if (request.body === null) isCopied = (await request.arrayBuffer()) !== bytes
      return new Response()
    }, whose)
    await reading(new Request(consoleUrl, { method: 'POST', body }))
    expect(isCopied).toBe(length > 64 * 1024 ? false : undefined)
  },
)

test('rejects requests with 503 and Retry-After when the queue is full', async () => {
  const answers = Array.from({ length: 2 + 128 + 1 }, (_, i) =>
    ask(`ann-${i}`, { cookie: cookie('phone') }),
  )
  const refusal = await answers.at(-1)
  expect(refusal?.status).toBe(503)
  expect(refusal?.headers.get('retry-after')).toBe('1')
  expect(await refusal?.json()).toMatchObject({
    message: 'You sent too many requests at once. Try again in a moment.',
    error: { data: { httpStatus: 503 } },
  })
  expect(begun).toHaveLength(2)
})

test('delays responses to a caller who is rejected repeatedly, without holding a slot', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  const refusing = inCallersTurns(
    async ({ url }) => new Response(null, { status: url.endsWith('/in') ? 200 : 429 }),
    whose,
  )
  const from = (name: string) =>
    refusing(new Request(`${consoleUrl}/${name}`, { headers: { 'x-forwarded-for': '192.0.2.1' } }))
  for (let i = 0; i < 50; i += 1) expect((await from('refused')).status).toBe(429)
  let answered = 0
  const late = Array.from({ length: 10 }, async () => {
    await from('refused')
    answered += 1
  })
  expect((await from('in')).status).toBe(200)
  await nextTurn()
  expect(answered).toBe(0)
  await vi.advanceTimersByTimeAsync(100)
  await Promise.all(late)
  vi.useRealTimers()
})
