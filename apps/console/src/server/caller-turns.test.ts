import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeEach, expect, test, vi } from 'vitest'
import { openCallerBudget } from './caller-budget.ts'
import { inCallersTurns } from './caller-turns.ts'
import { consoleUrl } from './testing/environment.ts'

vi.mock('./environment.ts', () => import('./testing/environment.ts'))

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

/** Names of requests in the order in which they were begun, and what ends each. */
let begun: string[]
let ends: Map<string, () => void>
let serve: (request: Request) => Promise<Response>
/** What a lookup finds. */
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

test('a person’s sessions have two requests at once, and everybody else their own', async () => {
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
  ['that its holder has just ended', () => budget.forget('ann')],
  ['that the database has not confirmed for some seconds', () => waitSeconds(5)],
])('a session %s takes no turns of its person', async (_, end) => {
  end()
  for (let i = 0; i < 3; i += 1) {
    void ask(`ended-${i}`, { cookie: cookie('phone'), 'x-forwarded-for': '192.0.2.1' })
  }
  budget.learn(cookie('laptop'), 'ann')
  void ask('ann', { cookie: cookie('laptop'), 'x-forwarded-for': '192.0.2.2' })
  await nextTurn()
  expect(begun.toSorted()).toEqual(['ann', 'ended-0', 'ended-1'])
})

test('a session that is not known takes the turns of whom a lookup finds, and no stranger’s', async () => {
  whose = async (headers) => (headers.get('cookie') === cookie('tablet') ? 'ann' : undefined)
  const one = { 'x-forwarded-for': '192.0.2.1' }
  for (let i = 0; i < 3; i += 1) void ask(`stranger-${i}`, one)
  for (let i = 0; i < 3; i += 1) void ask(`ann-${i}`, { cookie: cookie('tablet'), ...one })
  await nextTurn()
  expect(begun.toSorted()).toEqual(['ann-0', 'ann-1', 'stranger-0', 'stranger-1'])
})

test.each(['api/auth/sign-out', 'api/trpc/account.endOtherSessions'])(
  '%s waits for no other session of its person',
  async (path) => {
    for (let i = 0; i < 200; i += 1) void ask(`ann-${i}`, { cookie: cookie('phone') })
    for (let i = 0; i < 3; i += 1) void ask(path, { cookie: cookie('laptop') })
    await nextTurn()
    expect(begun).toEqual(['ann-0', 'ann-1', path, path])
  },
)

test('a made-up session has no turns of its own', async () => {
  for (let i = 0; i < 3; i += 1) {
    const headers = { cookie: cookie(`guess-${i}`), 'x-forwarded-for': '192.0.2.1' }
    void ask('api/auth/sign-out', headers)
  }
  await nextTurn()
  expect(begun).toHaveLength(2)
})

test('where the lookup fails, a request takes the turns of its address', async () => {
  whose = async () => Promise.reject(new Error('The database is away.'))
  for (let i = 0; i < 3; i += 1) {
    void ask(`ann-${i}`, { cookie: cookie('tablet'), 'x-forwarded-for': '192.0.2.1' })
  }
  await nextTurn()
  expect(begun).toEqual(['ann-0', 'ann-1'])
})

test('strangers at one address share its turns, whatever cookie they made up', async () => {
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

test('a body that comes slowly keeps no turn, and comes whole', async () => {
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

test('what waits beyond a bound is refused as busy, with when to come again', async () => {
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

test('whoever is refused again and again waits for the answer, without a turn', async () => {
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
