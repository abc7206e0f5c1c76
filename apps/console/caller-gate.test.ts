import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { gateCallers } from './caller-gate.mjs'
import type { Draw } from './src/server/callers/caller-budget.ts'

let left: number
let known: Set<string>
let drawn: Draw[]
const budget = {
  takeKnown(cookies: string | null, draw: Draw) {
    if (!known.has(cookies ?? '')) return false
    this.takeOf(cookies, cookies ?? '', draw)
    return true
  },
  takeOf(_: string | null, __: string, draw: Draw) {
    if (left < draw.units) throw Object.assign(new Error('Too much.'), { retryAfter: 3 })
    left -= draw.units
    drawn.push(draw)
  },
}
let opened: typeof budget | undefined
/** What a lookup finds: a cookie is its person's name here. */
let whose: (cookies: string) => Promise<string | undefined>
const server = createServer((_, answer) => answer.end('rendered'))
gateCallers(
  server,
  () => opened,
  (cookies) => whose(cookies),
)

beforeEach(() => {
  left = 2
  known = new Set(['ann'])
  drawn = []
  opened = budget
  whose = async () => undefined
})
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

async function get(path: string, cookie: string, more: Record<string, string> = {}) {
  const { port } = server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie, ...more } })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

test('a page request over the budget is rejected with the time to retry', async () => {
  for (let pages = 0; pages < 2; pages += 1) {
    expect(await get('/o/demo/keys', 'ann')).toMatchObject({ status: 200, text: 'rendered' })
  }
  const refused = await get('/o/demo/keys', 'ann')
  expect(refused.status).toBe(429)
  expect([refused.headers.get('retry-after'), refused.headers.get('refresh')]).toEqual(['3', '3'])
  expect(refused.text).toContain('This page comes again in 3 s.')
  expect((await get('/o/demo/keys', 'bob')).status).toBe(200)
})

test('while the console gets ready, nothing is drawn', async () => {
  opened = undefined
  expect((await get('/o/demo/keys', 'ann')).status).toBe(200)
  expect(drawn).toEqual([])
})

test('a page of a session that is not known draws on whom a lookup finds', async () => {
  whose = async (cookies) => (cookies === 'bob' ? 'bob' : undefined)
  for (const status of [200, 200, 429]) expect((await get('/o/demo', 'bob')).status).toBe(status)
  for (const cookie of ['stranger', '']) expect((await get('/o/demo', cookie)).status).toBe(200)
})

test('where the lookup fails, the page is asked, which fails by itself', async () => {
  whose = async () => Promise.reject(new Error('The database is away.'))
  expect((await get('/o/demo', 'bob')).status).toBe(200)
})

test.each([
  ['fetches ahead for a link', { rsc: '1', 'next-router-prefetch': '1' }, 0.25],
  ['renders whole, whatever it is called', { 'next-router-prefetch': '1' }, 1],
  ['renders with its data', { rsc: '1', 'next-router-prefetch': '2' }, 1],
  ['renders for a navigation', { rsc: '1' }, 1],
])('a page that Next %s draws for that', async (_, headers, units) => {
  await get('/o/demo/things', 'ann', headers)
  expect(drawn).toEqual([{ units, ofSession: false }])
})

test.each([
  ['/o/demo/account', true],
  ['/o/demo/account?_rsc=1', true],
  ['/operator/account', true],
  ['/o/demo/things/account', false],
  ['/account', false],
])('the account’s page draws on what the session has for itself: %s', async (path, ofSession) => {
  await get(path, 'ann')
  expect(drawn).toEqual([{ units: 1, ofSession }])
})

test.each([
  ['/api/trpc/keys.list?batch=1', 0],
  ['/api/auth/sign-out', 0],
  ['/_next/static/x.js', 0],
  ['/healthz', 0],
  ['/icon.svg?icon.1.svg', 0],
  ['/api/trpc/a/b', 1],
  ['/api/other', 1],
  ['/_next/data/x.json', 1],
  ['/healthz/x', 1],
  ['/icon.svgs', 1],
])('what is no page draws by itself or not at all, and nothing else: %s', async (path, pages) => {
  await get(path, 'ann')
  expect(drawn).toHaveLength(pages)
})
