import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gateCallers } from './caller-gate.mjs'

let left = 2
const budget = {
  takeKnown(cookies: string | null, units: number) {
    if (cookies !== 'ann') return false
    if (left < units) throw Object.assign(new Error('Too much.'), { retryAfter: 3 })
    left -= units
    return true
  },
}

const server = createServer((_, answer) => answer.end('rendered'))
let opened: typeof budget | undefined
gateCallers(server, () => opened)

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
  // Nobody has signed in since the start.
  expect(await get('/o/demo/keys', 'ann')).toMatchObject({ status: 200, text: 'rendered' })
  opened = budget
  expect((await get('/o/demo/keys', 'ann')).status).toBe(200)
  // A prefetch of a link uses fewer units.
  for (let links = 0; links < 4; links += 1) {
    const ahead = await get('/o/demo/things', 'ann', { 'next-router-prefetch': '1' })
    expect(ahead.status).toBe(200)
  }
  const refused = await get('/o/demo/keys', 'ann')
  expect(refused.status).toBe(429)
  expect([refused.headers.get('retry-after'), refused.headers.get('refresh')]).toEqual(['3', '3'])
  expect(refused.text).toContain('This page comes again in 3 s.')
  expect((await get('/o/demo/keys', 'bob')).status).toBe(200)
  // These take their own units or none.
  for (const path of ['/api/trpc/keys.list', '/_next/static/x.js', '/healthz', '/icon.svg']) {
    expect((await get(path, 'ann')).status).toBe(200)
  }
})
