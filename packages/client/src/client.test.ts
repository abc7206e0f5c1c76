import { describe, expect, test } from 'vitest'
import { createClient } from './client.ts'
import { type OperationName, routes } from './contract.ts'
import { SluiceConnectionError, SluiceProblem } from './problem.ts'

type Reply = Response | Error

/** A client whose service returns these replies in turn, and the requests it received. */
function clientOf(replies: Reply[], options = {}) {
  const asked: { url: string; init: RequestInit & { headers: Record<string, string> } }[] = []
  const waits: number[] = []
  const client = createClient(
    { baseUrl: 'https://api.example/', key: 'svcex_secret', ...options },
    {
      fetch: async (url, init) => {
        asked.push({ url: String(url), init: init as never })
        const reply = replies.shift() ?? new Error('nothing more')
        if (reply instanceof Error) throw reply
        return reply
      },
      sleep: async (ms) => void waits.push(ms),
      random: () => 0,
      newKey: () => `made-${asked.length}`,
    },
  )
  return { client, asked, waits }
}

const json = (body: unknown, status = 200, headers = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: {
      'Content-Type': status < 400 ? 'application/json' : 'application/problem+json',
      ...headers,
    },
  })
const problem = (status: number, code: string, headers = {}) =>
  json(
    { type: `https://api.example/problems/${code}`, title: 'T', status, detail: 'D' },
    status,
    headers,
  )
const keyOf = ({ init }: { init: { headers: Record<string, string> } }) =>
  init.headers['Idempotency-Key']

describe('a client request', () => {
  test('sends its path, query, key and body, and follows no redirect', async () => {
    const { client, asked } = clientOf([json({ id: 'a b' }), json({ items: [], nextCursor: null })])
    await client.things.update(
      { params: { thingId: 'a b' }, body: { name: 'x' } },
      { ifMatch: '3' },
    )
    await client.things.list({ query: { limit: 5, siteId: 'ä', cursor: undefined } })
    expect(asked[0]?.url).toBe('https://api.example/v2/thing/a%20b')
    expect(asked[0]?.init).toMatchObject({
      method: 'PATCH',
      body: '{"name":"x"}',
      redirect: 'error',
    })
    expect(asked[0]?.init.headers).toMatchObject({ 'X-Api-Key': 'svcex_secret', 'If-Match': '"3"' })
    expect(asked[1]?.url).toBe('https://api.example/v2/things?limit=5&siteId=%C3%A4')
    expect(asked[1]?.init.headers).not.toHaveProperty('Content-Type')
  })

  test('is not sent without a path parameter', async () => {
    const { client, asked } = clientOf([])
    await expect(client.things.get({ params: { thingId: '' } })).rejects.toThrow(
      'thingId is missing',
    )
    expect(asked).toEqual([])
  })

  test('returns null for a response without content', async () => {
    const { client } = clientOf([new Response(null, { status: 204 })])
    expect(await client.things.delete({ params: { thingId: 'x' } })).toBeNull()
  })
})

describe('a CSV request', () => {
  test('accepts text/csv and returns text', async () => {
    const text = 'id,operation\r\n1,things.create\r\n'
    const headers = { 'Content-Type': 'text/csv; charset=utf-8' }
    const { client, asked } = clientOf([new Response(text, { headers })])
    expect(await client.audit.list.csv({ query: { limit: 1 } })).toBe(text)
    expect(asked[0]?.url).toBe('https://api.example/v2/audit-log?limit=1')
    expect(asked[0]?.init.headers).toMatchObject({ Accept: 'text/csv' })
  })

  test('is offered for the operations that the contract marks', () => {
    const { client } = clientOf([])
    const names = (Object.keys(routes) as OperationName[]).filter((name) => routes[name].csv)
    // If an operation is missing here, `csv` has no type for it.
    expect(names).toEqual([
      'audit.list',
      'telemetry.timeseries',
      'telemetry.siteTimeseries',
      'telemetry.fleetTimeseries',
      'telemetry.thingsTimeseries',
    ])
    expect(client.things.list).not.toHaveProperty('csv')
  })
})

describe('a POST request of the client', () => {
  const call = { body: { name: 'x', timezone: 'UTC' } }

  test('is retried with the same generated Idempotency-Key', async () => {
    const { client, asked } = clientOf([
      new TypeError('reset'),
      json({ id: 'x' }, 201),
      json({}, 201),
    ])
    await client.sites.create(call)
    await client.sites.create(call)
    expect(asked.map(keyOf)).toEqual(['made-0', 'made-0', 'made-2'])
  })

  test('keeps an Idempotency-Key set by the caller', async () => {
    const { client, asked } = clientOf([json({}, 201)])
    await client.sites.create(call, { idempotencyKey: 'mine' })
    expect(asked.map(keyOf)).toEqual(['mine'])
  })

  test('has no Idempotency-Key when it is harmless to retry', async () => {
    const { client, asked } = clientOf([json({ accepted: 1, rejected: 0 })])
    const body = { timestamp: 0, values: { t: 1 } }
    await client.telemetry.ingest({ params: { thingId: 'x' }, body })
    expect(asked.map(keyOf)).toEqual([undefined])
  })
})

describe('retries of the client', () => {
  test('wait as long as Retry-After says', async () => {
    const refusal = problem(429, 'rate-limited', { 'Retry-After': '3' })
    const { client, waits } = clientOf([refusal, problem(503, 'unavailable'), json({})])
    await client.keys.self()
    expect(waits).toEqual([3000, 0])
  })

  test('end with the last problem, and are not made for a 404', async () => {
    const { client, asked } = clientOf([problem(500, 'internal'), problem(500, 'internal')], {
      retries: 1,
    })
    await expect(client.keys.self()).rejects.toMatchObject({ code: 'internal', status: 500 })
    expect(asked).toHaveLength(2)
    const other = clientOf([problem(404, 'not-found')])
    await expect(other.client.keys.self()).rejects.toBeInstanceOf(SluiceProblem)
  })

  test('are not made for an update with If-Match', async () => {
    const { client, asked } = clientOf([new TypeError('reset')])
    const changed = client.things.update({ params: { thingId: 'x' }, body: {} }, { ifMatch: '1' })
    await expect(changed).rejects.toBeInstanceOf(SluiceConnectionError)
    expect(asked).toHaveLength(1)
  })

  test('stop when the caller aborts', async () => {
    const abort = new AbortController()
    const { client } = clientOf([new TypeError('reset'), json({})])
    abort.abort(new Error('enough'))
    await expect(client.keys.self({}, { signal: abort.signal })).rejects.toThrow('enough')
  })
})

describe('an error of the client', () => {
  test('has the problem that the service returned', async () => {
    const errors = [{ pointer: '/body/name', detail: 'is required' }]
    const body = { type: 'x/invalid-request', title: 'Bad', detail: 'One.', errors, requestId: 'r' }
    const { client } = clientOf([json(body, 400)])
    await expect(client.keys.self()).rejects.toMatchObject({
      ...{ code: 'invalid-request', status: 400, detail: 'One.', errors, requestId: 'r' },
      message: '400 Bad: One. (/body/name is required)',
    })
  })

  test('has no code when the response is not a problem', async () => {
    const { client } = clientOf([new Response('<html>', { status: 418 })])
    await expect(client.keys.self()).rejects.toMatchObject({
      code: undefined,
      status: 418,
      errors: [],
    })
  })

  test('never shows the key', async () => {
    const { client } = clientOf([new TypeError('failed')], { retries: 0 })
    const fault = await client.keys.self().catch((error: Error) => error)
    expect(fault).toBeInstanceOf(SluiceConnectionError)
    expect(String(fault)).toContain('https://api.example')
    expect(JSON.stringify(fault) + String(fault)).not.toContain('secret')
  })
})

describe('a list of the client', () => {
  const pages = () => [
    json({ items: [{ id: 'a' }, { id: 'b' }], nextCursor: 'next' }),
    json({ items: [{ id: 'c' }], nextCursor: null }),
  ]

  test('yields all items and requests a page once the previous one is used', async () => {
    const { client, asked } = clientOf(pages())
    const ids: string[] = []
    for await (const { id } of client.things.list.all({ query: { siteId: 'yard' } })) {
      expect(asked).toHaveLength(id === 'c' ? 2 : 1)
      ids.push(id)
    }
    expect(ids).toEqual(['a', 'b', 'c'])
    expect(asked[1]?.url).toBe('https://api.example/v2/things?siteId=yard&cursor=next')
  })

  test('yields pages and requests only those that are read', async () => {
    const { client, asked } = clientOf(pages())
    for await (const { items } of client.things.list.pages()) {
      expect(items).toHaveLength(2)
      break
    }
    expect(asked).toHaveLength(1)
  })
})

test.each([
  [{ baseUrl: 'api.example' }, 'baseUrl is no URL'],
  [{ key: '' }, 'key is empty'],
])('invalid client options are rejected: %j', (options, message) => {
  expect(() => createClient({ baseUrl: 'https://api.example', key: 'k', ...options })).toThrow(
    message,
  )
})
