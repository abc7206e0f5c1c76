import { InfluxDB, Point, setLogger } from '@influxdata/influxdb-client'
import type { Scope } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { drain } from '../testing/buckets.ts'
import { useTenant } from '../testing/use-tenant.ts'

const at = useTenant()
const { api } = at

const time = Date.parse('2026-06-01T11:00:00Z')
const line = (thing: string, value: unknown) =>
  `truck,host=${thing} temperature=${value} ${time}000000`

/** Like a client of InfluxDB, with the media type that curl sends by default. */
async function write(path: string, body: string, headers: Record<string, string>) {
  const response = await fetch(api.url + path, { method: 'POST', body, headers })
  const text = await response.text()
  return { status: response.status, headers: response.headers, json: text && JSON.parse(text) }
}

const token = (key = at.admin) => ({ Authorization: `Token ${key}` })
const basic = (key: string) => {
  return { Authorization: `Basic ${Buffer.from(`telegraf:${key}`).toString('base64')}` }
}
const recent = async (thingId: string) => {
  const { metrics } = await at.tenant.act('telemetry.recent', { params: { thingId }, query: {} })
  return metrics.temperature?.value
}

const v2 = '/api/v2/write?org=mine&bucket=fleet&precision=ns'
const v1 = '/write?db=fleet&rp=autogen&consistency=any&precision=n'
const versions = [
  { version: 2, path: v2, say: (code: string, message: unknown) => ({ code, message }) },
  { version: 1, path: v1, say: (_code: string, error: unknown) => ({ error }) },
]

describe.each(versions)('a write as to InfluxDB $version', ({ path, say }) => {
  test('stores samples, and answers 204 without a body', async () => {
    const answer = await write(path, line('truck-1', 4.5), token())
    expect([answer.status, answer.json]).toEqual([204, ''])
    expect(answer.headers.get('ratelimit')).toMatch('"standard"')
    expect(await recent('truck-1')).toBe(4.5)
  })

  test.each([
    ['Token', () => token()],
    ['Token with a user', () => ({ Authorization: `Token telegraf:${at.admin}` })],
    ['Bearer', () => ({ Authorization: `bearer ${at.admin}` })],
    ['Basic, as the password', () => basic(at.admin)],
    ['X-Api-Key', () => ({ 'X-Api-Key': at.admin })],
  ])('takes the key by %s', async (_scheme, headers) => {
    expect((await write(path, line('truck-1', 1), headers())).status).toBe(204)
  })

  test('a bad line is refused by its number, and the good ones are stored', async () => {
    const others = ['nonsense', line('none-1', 1), line('none-2', 1)]
    const body = [line('truck-1', 6.5), ...others].join('\n')
    const answer = await write(path, body, token())
    expect(answer.status).toBe(400)
    expect(answer.json).toEqual(
      say(
        'invalid',
        expect.stringMatching(
          /^partial write: 1 stored, 3 refused: line 2: .*; line 3, thingId and 1 more: /,
        ),
      ),
    )
    expect(await recent('truck-1')).toBe(6.5)
  })

  test('more lines than a call may have are 413, after which Telegraf halves a batch', async () => {
    const body = Array.from({ length: 10_001 }, () => line('truck-1', 7.5)).join('\n')
    const answer = await write(path, body, token())
    expect([answer.status, answer.json]).toEqual([
      413,
      say('request too large', expect.stringContaining('at most 10000 lines')),
    ])
    expect(await recent('truck-1')).not.toBe(7.5)
  })

  test('onError=fail stores nothing beside a bad line', async () => {
    const body = [line('truck-1', 8.5), 'nonsense'].join('\n')
    const answer = await write(`${path}&onError=fail`, body, token())
    expect([answer.status, answer.json]).toEqual([
      400,
      say('invalid', expect.stringContaining('line 2: ')),
    ])
    expect(await recent('truck-1')).not.toBe(8.5)
  })

  test('takes the parameters that name things and metrics', async () => {
    const body = `m,vehicle=truck-1 value=7.5 ${time}000000`
    const mapping = '&thing=vehicle&metric=temperature{field}'
    expect((await write(path + mapping, body, token())).json).toMatchObject(
      say('invalid', expect.stringContaining('temperaturevalue')),
    )
    const named = `temperature,vehicle=truck-1 value=7.5 ${time}000000`
    const answer = await write(`${path}&thing=vehicle&metric={measurement}`, named, token())
    expect(answer.json).toEqual(say('invalid', expect.stringContaining('must hold {field}')))
  })

  test('without a key, and with a wrong one, answers 401 and says how to send it', async () => {
    const missing = await write(path, line('truck-1', 1), {})
    expect([missing.status, missing.json]).toEqual([
      401,
      say('unauthorized', expect.stringContaining('Authorization: Token')),
    ])
    expect(missing.headers.get('www-authenticate')).toBe('Token')
    const wrong = at.admin.slice(0, -1) + (at.admin.endsWith('A') ? 'B' : 'A')
    for (const headers of [token(wrong), basic(wrong)]) {
      const answer = await write(path, line('truck-1', 1), headers)
      expect([answer.status, answer.json]).toEqual([401, say('unauthorized', expect.any(String))])
      expect(JSON.stringify(answer.json)).not.toContain(wrong)
    }
  })

  test('needs the scopes of the row', async () => {
    const scopes: Scope[] = [{ action: 'read', resourceFilter: '#' }]
    const { key } = await at.tenant.mint({ scopes })
    const answer = await write(path, line('truck-1', 1), token(key))
    expect([answer.status, answer.json]).toEqual([
      403,
      say('forbidden', expect.stringContaining('"action": "write"')),
    ])
  })

  test('an empty bucket answers 429 with Retry-After', async () => {
    await drain(api.core, at.tenant.id, 'standard')
    const answer = await write(path, line('truck-1', 1), token())
    expect([answer.status, answer.json]).toEqual([
      429,
      say('too many requests', expect.stringContaining('rate limit exceeded')),
    ])
    expect(answer.headers.get('retry-after')).toBe('1')
  })

  test('an unknown parameter is refused by its name', async () => {
    const answer = await write(`${path}&nope=1`, line('truck-1', 1), token())
    expect([answer.status, answer.json]).toEqual([
      400,
      say('invalid', expect.stringContaining('nope')),
    ])
  })
})

test('clients of InfluxDB may ask whether the service is there', async () => {
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await fetch(`${api.url}/ping`, { method })
    expect([status, headers.get('x-influxdb-version')]).toEqual([204, '1.8'])
  }
})

test('only POST is allowed, and other versions are not there', async () => {
  const read = await fetch(`${api.url}/api/v2/write`)
  expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST'])
  expect((await fetch(`${api.url}/api/v3/write_lp`, { method: 'POST' })).status).toBe(404)
})

test('InfluxDB’s own client writes, and shows why a point was refused', async () => {
  // The client would print its errors.
  setLogger({ error: () => {}, warn: () => {} })
  const write = (thing: string, value: number) => {
    const client = new InfluxDB({ url: api.url, token: at.admin })
    const writer = client.getWriteApi('any', 'any', 'ms', { maxRetries: 0 })
    const point = new Point('reading').tag('thing', thing).floatField('temperature', value)
    writer.writePoint(point.timestamp(new Date(time)))
    return writer.close()
  }
  await write('truck-1', 9.5)
  expect(await recent('truck-1')).toBe(9.5)
  await expect(write('truck-1', 451)).rejects.toThrow('line 1, temperature: must be at most 60')
})
