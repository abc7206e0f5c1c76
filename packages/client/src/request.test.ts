import { expect, onTestFinished, test, vi } from 'vitest'
import { clientOf, json } from '../test/client-of.ts'
import { createClient } from './client.ts'

const site = { body: { name: 'x', timezone: 'UTC' } }
const limits = { 'RateLimit-Policy': '"standard";q=600;w=60', RateLimit: '"standard";r=900;t=10' }

test.each(['注文', 'two\nlines', '\u0001', ''])(
  'a call whose Idempotency-Key is %j is refused before it is sent',
  async (idempotencyKey) => {
    const { client, asked } = clientOf([])
    const called = client.sites.create(site, { idempotencyKey })
    await expect(called).rejects.toThrow(
      new TypeError('idempotencyKey must be ASCII without line breaks, and not empty.'),
    )
    expect(asked).toEqual([])
  },
)

test('calls that cannot be written take nothing from the pace', async () => {
  const answer = () => json({ id: 'x' }, 201, limits)
  const { client, waits } = clientOf([answer(), answer(), answer()])
  await client.sites.create(site)
  for (let i = 0; i < 2000; i += 1) {
    await client.sites.create(site, { idempotencyKey: `注文-${i}` }).catch(() => {})
  }
  await client.sites.create(site)
  await client.sites.create(site)
  expect(waits).toEqual([])
})

test.each([
  ['3', '"3"'],
  ['"3.abc"', '"3.abc"'],
  ['W/"3"', 'W/"3"'],
  ['"3", "4"', '"3", "4"'],
  ['*', '*'],
])('ifMatch %s is sent as %s', async (ifMatch, header) => {
  const { client, asked } = clientOf([json({ id: 'x' })])
  await client.things.update({ params: { thingId: 'x' }, body: {} }, { ifMatch })
  expect(asked[0]?.headers.get('if-match')).toBe(header)
})

test.each(['.', '..'])('%s is no path parameter: it would be another operation', async (keyId) => {
  const { client, asked } = clientOf([])
  const called = client.keys.calls({ params: { keyId } })
  await expect(called).rejects.toThrow(new TypeError(`params.keyId is no id: ${keyId}`))
  expect(asked).toEqual([])
})

test('runtimes need not know the size of a query or whether a URL is one, nor make UUIDs', async () => {
  const size = Object.getOwnPropertyDescriptor(URLSearchParams.prototype, 'size') ?? {}
  Object.defineProperty(URLSearchParams.prototype, 'size', { ...size, get: () => undefined })
  vi.stubGlobal('URL', Object.assign(class extends URL {}, { canParse: undefined }))
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  onTestFinished(() => {
    Object.defineProperty(URLSearchParams.prototype, 'size', size)
    vi.unstubAllGlobals()
  })
  const asked: [string, string | null][] = []
  const fetch = async (url: unknown, init?: RequestInit) => {
    asked.push([String(url), new Headers(init?.headers).get('idempotency-key')])
    return json({ items: [] })
  }
  const client = createClient({ baseUrl: 'https://api.example', key: 'k' }, { fetch })
  await client.things.list({ query: { limit: 5 } })
  await client.sites.create(site)
  await client.sites.create(site)
  expect(asked).toEqual([
    ['https://api.example/v2/things?limit=5', null],
    ['https://api.example/v2/sites', expect.stringMatching(/^[0-9a-f]{32}$/)],
    ['https://api.example/v2/sites', expect.stringMatching(/^[0-9a-f]{32}$/)],
  ])
  expect(asked[1]?.[1]).not.toBe(asked[2]?.[1])
})
