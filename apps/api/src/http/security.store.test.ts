import { afterEach, describe, expect, test } from 'vitest'
import { startApi, type TestApi } from '../testing/start-api.ts'

let api: TestApi
afterEach(() => api.close())

const paths = [
  ...['/v2/key', '/v2/things', '/v2/openapi.json', '/healthz', '/nowhere', '/v2/thing/%zz'],
  ...['/problems/not-found', '/.well-known/security.txt'],
]
const headersOf = async (path: string, init?: RequestInit) =>
  (await fetch(`${api.url}${path}`, init)).headers

describe('every response', () => {
  test('has nosniff, is kept by no cache, and has no HSTS over http', async () => {
    api = await startApi()
    for (const path of paths) {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const headers = await headersOf(path, { method })
        expect(headers.get('x-content-type-options'), `${method} ${path}`).toBe('nosniff')
        expect(headers.get('strict-transport-security'), `${method} ${path}`).toBeNull()
        const isDocument = method === 'GET' && path.endsWith('.json')
        const caching = isDocument ? 'no-cache' : 'no-store'
        expect(headers.get('cache-control'), `${method} ${path}`).toBe(caching)
      }
    }
  })

  test('has HSTS if the public URL is https', async () => {
    api = await startApi({ apiUrl: 'https://api.example' })
    for (const path of paths) {
      expect((await headersOf(path)).get('strict-transport-security'), path).toMatch(
        /^max-age=\d+$/,
      )
    }
  })

  test('has HSTS if a trusted proxy reports https, but not if another peer does', async () => {
    const headers = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '192.0.2.1' }
    api = await startApi({ trustedProxies: ['127.0.0.1'] })
    for (const path of ['/v2/key', '/healthz']) {
      expect((await headersOf(path, { headers })).get('strict-transport-security')).not.toBeNull()
    }
    await api.close()
    api = await startApi({ trustedProxies: ['10.0.0.1'] })
    for (const path of ['/v2/key', '/healthz']) {
      expect((await headersOf(path, { headers })).get('strict-transport-security')).toBeNull()
    }
  })
})

describe('security.txt', () => {
  test('names the configured contact and expires within a year', async () => {
    api = await startApi({ securityContact: 'security@acme.example' })
    const answer = await fetch(`${api.url}/.well-known/security.txt`)
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const text = await answer.text()
    expect(text).toContain('Contact: mailto:security@acme.example\n')
    const expires = new Date(/^Expires: (.*)$/m.exec(text)?.[1] ?? '')
    const days = (expires.getTime() - api.clock().getTime()) / 86_400_000
    expect(days).toBeGreaterThan(90)
    expect(days).toBeLessThan(365)
  })

  test('is not found if no contact is configured', async () => {
    api = await startApi()
    const answer = await fetch(`${api.url}/.well-known/security.txt`)
    expect(answer.status).toBe(404)
  })
})
