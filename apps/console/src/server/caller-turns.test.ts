import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeEach, expect, test, vi } from 'vitest'
import { openCallerBudget } from './caller-budget.ts'
import { inCallersTurns } from './caller-turns.ts'
import { consoleUrl } from './testing/environment.ts'

vi.mock('./environment.ts', () => import('./testing/environment.ts'))

const budget = openCallerBudget(() => Date.parse('2026-06-01T12:00:00Z'), consoleUrl)
Object.assign(globalThis, { sluiceCallerBudget: budget })
const cookie = (token: string) => `__Secure-better-auth.session_token=${token}.signature`
for (const [token, person] of [
  ['phone', 'ann'],
  ['laptop', 'ann'],
  ['desk', 'bob'],
] as const) {
  budget.takeOf(cookie(token), person, 1)
}

/** Names of requests in the order in which they were begun, and what ends each. */
let begun: string[]
let ends: Map<string, () => void>
let serve: (request: Request) => Promise<Response>
beforeEach(() => {
  begun = []
  ends = new Map()
  serve = inCallersTurns(async (request) => {
    const name = new URL(request.url).pathname.slice(1)
    begun.push(name)
    await new Promise<void>((resolve) => ends.set(name, resolve))
    return new Response(await request.text())
  })
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
  const refusing = inCallersTurns(async ({ url }) =>
    Promise.resolve(new Response(null, { status: url.endsWith('/in') ? 200 : 429 })),
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
