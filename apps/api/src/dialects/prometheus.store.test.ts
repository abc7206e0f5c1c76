import type { Scope } from '@sluice/contract'
import { remoteWrite, STALE, type TestSeries } from '@sluice/telemetry/testing'
import { compressSync } from 'snappy'
import { describe, expect, test } from 'vitest'
import { drain } from '../testing/buckets.ts'
import { send } from '../testing/send.ts'
import { useTenant } from '../testing/use-tenant.ts'

const at = useTenant()
const { api } = at

const time = Date.parse('2026-06-01T11:00:00Z')
const series = (thing: string, value: number): TestSeries => {
  return { labels: { __name__: 'temperature', instance: thing }, samples: [[time, value]] }
}

const versions = [
  { version: 1, type: 'application/x-protobuf', said: '0.1.0' },
  {
    version: 2,
    type: 'application/x-protobuf;proto=io.prometheus.write.v2.Request',
    said: '2.0.0',
  },
] as const

const bearer = (key = at.admin) => ({ Authorization: `Bearer ${key}` })
const recent = async (thingId: string) => {
  const { metrics } = await at.tenant.act('telemetry.recent', { params: { thingId }, query: {} })
  return metrics.temperature?.value
}

async function post(body: Uint8Array, headers: Record<string, string>, path = '/api/v1/write') {
  const response = await fetch(api.url + path, { method: 'POST', body: Buffer.from(body), headers })
  const { status } = response
  return { status, headers: response.headers, text: await response.text() }
}

describe.each(versions)('remote write $version', ({ version, type, said }) => {
  const write = (
    all: readonly TestSeries[],
    headers: Record<string, string> = bearer(),
    path?: string,
  ) => {
    const own = { 'Content-Type': type, 'Content-Encoding': 'snappy' }
    const body = compressSync(remoteWrite(version, all))
    const whole = { ...own, 'X-Prometheus-Remote-Write-Version': said, ...headers }
    return post(body, whole, path)
  }

  test('stores samples, answers 204 and says how many', async () => {
    const answer = await write([series('truck-1', 4.5)])
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(answer.headers.get('x-prometheus-remote-write-samples-written')).toBe('1')
    expect(answer.headers.get('x-prometheus-remote-write-histograms-written')).toBe('0')
    expect(answer.headers.get('x-prometheus-remote-write-exemplars-written')).toBe('0')
    expect(answer.headers.get('ratelimit')).toMatch('"standard"')
    expect(await recent('truck-1')).toBe(4.5)
  })

  test('what is passed over as it should be counts as written: senders count the rest as failed', async () => {
    const { labels } = series('truck-1', 0)
    const later = time + 1000
    const samples = [
      [time, 5.5],
      [later, Number.NaN],
      [later, STALE],
    ] as const
    const some = await write([{ labels, samples }])
    expect([some.status, some.text]).toEqual([204, ''])
    expect(some.headers.get('x-prometheus-remote-write-samples-written')).toBe('3')
    const none = await write([{ labels, samples: [[later, STALE]] }])
    expect(none.headers.get('x-prometheus-remote-write-samples-written')).toBe('1')
    expect(await recent('truck-1')).toBe(5.5)
    const both = await write([{ labels, samples }, series('none-1', 1)])
    expect([both.status, both.text]).toEqual([400, expect.stringContaining('none-1@')])
    expect(both.headers.get('x-prometheus-remote-write-samples-written')).toBe('3')
  })

  test('takes the key as the password of basic_auth, and in X-Api-Key', async () => {
    const basic = `Basic ${Buffer.from(`prometheus:${at.admin}`).toString('base64')}`
    expect((await write([series('truck-1', 1)], { Authorization: basic })).status).toBe(204)
    expect((await write([series('truck-1', 1)], { 'X-Api-Key': at.admin })).status).toBe(204)
  })

  test('bad samples are named in one line, and the good ones are stored', async () => {
    const answer = await write([series('truck-1', 6.5), series('none-1', 1), series('none-2', 1)])
    expect(answer.status).toBe(400)
    expect(answer.text).toMatch(
      /^partial write: 1 stored, 2 refused: none-1@\d+ thingId and 1 more: [^\n]+\n$/,
    )
    expect(answer.headers.get('x-prometheus-remote-write-samples-written')).toBe('1')
    expect(await recent('truck-1')).toBe(6.5)
  })

  test('onError=fail stores nothing beside a bad sample, and the mapping may be said', async () => {
    const both = [series('truck-1', 8.5), series('none-1', 1)]
    const answer = await write(both, bearer(), '/api/v1/write?onError=fail')
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('none-1@')])
    expect(answer.headers.get('x-prometheus-remote-write-samples-written')).toBe('0')
    expect(await recent('truck-1')).not.toBe(8.5)
    const labels = { __name__: 'sensor', kind: 'temperature', vehicle: 'truck-1' }
    const query = `?thing=vehicle&metric=${encodeURIComponent('{kind}')}`
    const mapped = [{ labels, samples: [[time, 9.5]] }] as const
    expect((await write(mapped, bearer(), `/api/v1/write${query}`)).status).toBe(204)
    expect(await recent('truck-1')).toBe(9.5)
    const bare = await write(mapped, bearer(), '/api/v1/write?metric=kind')
    expect([bare.status, bare.text]).toEqual([400, expect.stringContaining('in braces')])
  })

  test('without a key, and with a wrong one, answers 401 in one line', async () => {
    const missing = await write([series('truck-1', 1)], {})
    expect([missing.status, missing.text]).toEqual([
      401,
      expect.stringMatching(/^The key is missing\. Send it as Authorization: Bearer <key>.*\n$/),
    ])
    expect(missing.headers.get('www-authenticate')).toBe('Bearer')
    const wrong = at.admin.slice(0, -1) + (at.admin.endsWith('A') ? 'B' : 'A')
    const answer = await write([series('truck-1', 1)], bearer(wrong))
    expect(answer.status).toBe(401)
    expect(answer.text).not.toContain(wrong)
  })

  test('needs the scopes of the row', async () => {
    const scopes: Scope[] = [{ action: 'read', resourceFilter: '#' }]
    const { key } = await at.tenant.mint({ scopes })
    const answer = await write([series('truck-1', 1)], bearer(key))
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('"write"')])
  })

  test('an empty bucket answers 429 with Retry-After', async () => {
    await drain(api.core, at.tenant.id, 'standard')
    const answer = await write([series('truck-1', 1)])
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1'])
    expect(answer.text).toContain('rate limit exceeded')
  })
})

test('what is no block of snappy, or no request, is refused', async () => {
  const headers = { ...bearer(), 'Content-Encoding': 'snappy' }
  const good = compressSync(remoteWrite(1, [series('truck-1', 1)]))
  for (const [body, detail] of [
    [good.subarray(0, -3), 'cannot be read'],
    [Buffer.concat([good, Buffer.from('more')]), 'cannot be read'],
    [compressSync('not protobuf'), 'cannot be read'],
  ] as const) {
    const answer = await post(body, headers)
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(detail)])
  }
})

test('a body that names no encoding is snappy, and one that names identity is none', async () => {
  const body = (value: number) => remoteWrite(1, [series('truck-1', value)])
  expect((await post(compressSync(body(3.5)), bearer())).status).toBe(204)
  expect(await recent('truck-1')).toBe(3.5)
  const plain = { ...bearer(), 'Content-Encoding': 'identity' }
  expect((await post(body(4.5), plain)).status).toBe(204)
  expect(await recent('truck-1')).toBe(4.5)
  expect((await post(body(5.5), bearer())).status).toBe(400)
})

test('a block that says that it becomes longer than a body may be is not inflated', async () => {
  const headers = { ...bearer(), 'Content-Encoding': 'snappy' }
  const long = compressSync(Buffer.alloc(4 * 1024 * 1024 + 1))
  for (const body of [long, Buffer.from([0xff, 0xff, 0xff, 0xff, 0x0f])]) {
    const answer = await post(body, headers)
    expect([answer.status, answer.text]).toEqual([413, expect.stringContaining('4194304 bytes')])
  }
})

test('snappy is for remote write alone', async () => {
  const body = Buffer.from(compressSync('{"name": "Truck"}'))
  const headers = { 'Content-Encoding': 'snappy', 'Content-Type': 'application/json' }
  const { status, text } = await post(body, { ...headers, 'X-Api-Key': at.admin }, '/v2/things')
  expect([status, text]).toEqual([415, expect.stringContaining('must be gzip or zstd')])
})

test('the row itself answers in the words of the API', async () => {
  const body = remoteWrite(1, [series('truck-1', 2.5), series('none', 1)])
  const query = { onError: 'skip' } as const
  const { status, json } = await send(api.url, 'telemetry.ingestSeries', { query, body }, at.admin)
  expect(status).toBe(200)
  expect(json).toMatchObject({ accepted: 1, rejected: 1 })
  expect(json.errors).toEqual([expect.objectContaining({ pointer: `/body/none@${time}/thingId` })])
})
