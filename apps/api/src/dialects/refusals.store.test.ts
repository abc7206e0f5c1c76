/** How each protocol reports errors to its clients: the table of docs/guides/protocols.md#error-responses. */
import { readFileSync } from 'node:fs'
import type { Scope } from '@sluice/contract'
import { otlpJson, remoteWrite } from '@sluice/telemetry/testing'
import { compressSync } from 'snappy'
import { describe, expect, test } from 'vitest'
import { drain } from '../testing/buckets.ts'
import { useTenant } from '../testing/use-tenant.ts'

const at = useTenant()
const time = Date.parse('2026-06-01T11:00:00Z')
const guide = readFileSync(new URL('../../../../docs/guides/protocols.md', import.meta.url), 'utf8')

const series = { labels: { __name__: 'temperature', thing: 'truck-1' }, samples: [[time, 1]] }
const remote = {
  good: compressSync(remoteWrite(1, [series as never])),
  headers: { 'Content-Type': 'application/x-protobuf', 'Content-Encoding': 'snappy' },
}
const points = [{ attributes: { thing: 'truck-1' }, name: 'temperature', time, value: 1 }]
const line = `m,thing=truck-1 temperature=1 ${time}000000`

/** How a protocol answers, and the bodies to send. */
interface Said {
  readonly words: (text: string) => unknown
  readonly bodies: { readonly good: string | Uint8Array; readonly malformed: string | Uint8Array }
  readonly headers: Record<string, string>
  readonly scheme: 'Token' | 'Bearer'
}

const protocols: Record<string, Said> = {
  '/api/v2/write': {
    words: (text) => JSON.parse(text).code,
    bodies: { good: line, malformed: 'nonsense' },
    ...{ headers: {}, scheme: 'Token' },
  },
  '/write': {
    words: (text) => Object.keys(JSON.parse(text)).join(),
    bodies: { good: line, malformed: 'nonsense' },
    ...{ headers: {}, scheme: 'Token' },
  },
  '/api/v1/write': {
    words: (text) => (/^[^\n]+\n$/.test(text) ? 'one line' : text),
    bodies: { good: remote.good, malformed: compressSync('nonsense') },
    ...{ headers: remote.headers, scheme: 'Bearer' },
  },
  '/v1/metrics': {
    words: (text) => JSON.parse(text).code,
    bodies: { good: JSON.stringify(otlpJson(points)), malformed: '{"resourceMetrics": 1}' },
    ...{ headers: { 'Content-Type': 'application/json' }, scheme: 'Bearer' },
  },
}

async function post(path: string, body: string | Uint8Array, key: string) {
  const { headers, scheme, words } = protocols[path] as Said
  const response = await fetch(at.api.url + path, {
    ...{ method: 'POST', body: body as never },
    headers: { ...headers, Authorization: `${scheme} ${key}` },
  })
  const text = await response.text()
  const { status } = response
  return {
    ...{ status, text, said: status < 300 ? undefined : words(text) },
    retryAfter: response.headers.get('retry-after'),
  }
}

const faults = [
  ['wrong key', 401, ['unauthorized', 'error', 'one line', 16]],
  ['a key that may write no thing', 403, ['forbidden', 'error', 'one line', 7]],
  ['empty bucket', 429, ['too many requests', 'error', 'one line', 8]],
  ['malformed body', 400, ['invalid', 'error', 'one line', 3]],
] as const

describe.each(Object.keys(protocols).map((path, i) => [path, i] as const))('%s', (path, i) => {
  const { bodies } = protocols[path] as Said

  test.each(faults)('answers %s with %i', async (fault, status, said) => {
    let key = at.admin
    if (fault === 'wrong key') key = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`
    if (fault === 'a key that may write no thing') {
      const scopes: Scope[] = [{ action: 'read', resourceFilter: '#' }]
      key = (await at.tenant.mint({ scopes })).key
    }
    if (fault === 'empty bucket') await drain(at.api.core, at.tenant.id, 'standard')
    const body = fault === 'malformed body' ? bodies.malformed : bodies.good
    const answer = await post(path, body, key)
    expect([answer.status, answer.said]).toEqual([status, said[i]])
    expect(answer.retryAfter).toBe(status === 429 ? '1' : null)
    expect(answer.text).not.toContain(key)
  })

  test('rejects the samples of a thing that the key may not write, as bad ones', async () => {
    const scopes: Scope[] = [
      { action: 'read', resourceFilter: '#' },
      { action: 'write', resourceFilter: 'THING/truck/another' },
    ]
    const { key } = await at.tenant.mint({ scopes })
    const { status, text } = await post(path, bodies.good, key)
    expect(status).toBe(path === '/v1/metrics' ? 200 : 400)
    expect(text).toContain('0 stored, 1 refused')
    expect(text).toContain('THING/truck/truck-1')
  })

  test('stores a good body', async () => {
    expect((await post(path, bodies.good, at.admin)).status).toBeLessThan(300)
  })
})

test.each(faults)('the guide describes %s', (fault, status, [influx, , , otlp]) => {
  const row = guide.split('\n').find((line) => line.startsWith(`| ${fault} |`)) ?? ''
  expect(row).toContain(String(status))
  expect(row).toContain(`"${influx}"`)
  expect(row).toContain(`code ${otlp}`)
})
