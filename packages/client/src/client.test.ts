import { inspect } from 'node:util'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { clientOf, json, problem } from '../test/client-of.ts'
import { type OperationName, routes } from './contract.ts'
import type { SentRequest } from './hooks.ts'
import { SluiceConnectionError, SluiceProblem } from './problem.ts'

const keyOf = ({ headers }: { headers: Headers }) => headers.get('idempotency-key')

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
      redirect: 'manual',
    })
    expect(asked[0]?.headers.get('x-api-key')).toBe('svcex_secret')
    expect(asked[0]?.headers.get('if-match')).toBe('"3"')
    expect(asked[1]?.url).toBe('https://api.example/v2/things?limit=5&siteId=%C3%A4')
    expect(asked[1]?.headers.has('content-type')).toBe(false)
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

describe('an operation that answers tables', () => {
  test('has csv, arrow and pages as the contract says', () => {
    const { client } = clientOf([])
    const names = (Object.keys(routes) as OperationName[]).filter(
      (name) => routes[name].tables.length > 0,
    )
    // If an operation is missing here, `csv` has no type for it.
    expect(names).toEqual([
      'audit.list',
      'telemetry.timeseries',
      'telemetry.siteTimeseries',
      'telemetry.fleetTimeseries',
      'telemetry.thingsTimeseries',
    ])
    expect(client.audit.list).not.toHaveProperty('arrow')
    expect(client.things.list).not.toHaveProperty('csv')
    expect(client.things.get).not.toHaveProperty('pages')
    expect(client.telemetry.timeseries).not.toHaveProperty('all')
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
    expect(asked.map(keyOf)).toEqual([null])
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

  test('of an update with If-Match have the same Idempotency-Key', async () => {
    const { client, asked } = clientOf([new TypeError('reset'), json({ id: 'x' })])
    await client.things.update({ params: { thingId: 'x' }, body: {} }, { ifMatch: '1' })
    expect(asked.map(keyOf)).toEqual(['made-0', 'made-0'])
  })

  test.each([new TypeError('reset'), problem(503, 'unavailable')])(
    'are not made of an erasure that may have been done (%#)',
    async (reply) => {
      const { client, asked } = clientOf([reply])
      const call = { params: { thingId: 'x' }, query: { from: '-1h', to: 'now' } }
      await expect(client.telemetry.erase(call)).rejects.toThrow()
      expect(asked).toHaveLength(1)
    },
  )

  test('are made of an erasure that was refused, and of a report that changes nothing again', async () => {
    const { client, asked } = clientOf([
      ...[problem(429, 'rate-limited'), new Response(null, { status: 204 })],
      ...[new TypeError('reset'), json({ status: 'Accepted' }, 202)],
    ])
    await client.telemetry.erase({ params: { thingId: 'x' }, query: { from: '-1h', to: 'now' } })
    await client.leakedKeys.report({ body: { strings: ['x'] } })
    expect(asked).toHaveLength(4)
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
      message: 'HTTP 418: The response is from something other than the service.',
    })
  })

  test('never shows the key', async () => {
    const { client } = clientOf([new TypeError('failed')], { retries: 0 })
    const fault = await client.keys.self().catch((error: Error) => error)
    expect(fault).toBeInstanceOf(SluiceConnectionError)
    expect(String(fault)).toContain('https://api.example')
    // With its cause, and whatever else hangs on it.
    expect(inspect(fault, { depth: null, showHidden: true })).not.toContain('secret')
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

test('a call takes constants and read-only lists', async () => {
  const template = {
    name: 'Depot',
    parameters: [{ name: 'depot', type: 'string' }],
    resources: [{ kind: 'site', id: '{{depot}}', properties: { name: 'Depot' } }],
  } as const
  const { client, asked } = clientOf([json({ id: 'a' })])
  await client.templates.create({ body: template })
  expect(JSON.parse(String(asked[0]?.init.body))).toEqual(template)
})

describe('fields in a query', () => {
  test('narrow the type of the answer, and of the items of a list', async () => {
    const page = { items: [{ id: 'a', name: 'A' }], nextCursor: null }
    const { client } = clientOf([
      json({ id: 'a', location: { type: 'Point' } }),
      json(page),
      json(page),
    ])
    const thing = await client.things.get({
      params: { thingId: 'a' },
      query: { fields: 'id, location.type' },
    })
    expectTypeOf(thing).toEqualTypeOf<{ id: string; location: { type: 'Point' } | null }>()
    const { items } = await client.things.list({ query: { fields: 'id,name' } })
    expectTypeOf(items).toEqualTypeOf<{ id: string; name: string }[]>()
    for await (const item of client.things.list.all({ query: { fields: 'id,labels.line' } })) {
      expectTypeOf(item).toEqualTypeOf<{ id: string; labels: Record<string, string> }>()
    }
    expect(items).toEqual(page.items)
  })

  test('that are not known to the compiler leave every property in doubt', async () => {
    const { client } = clientOf([json({ id: 'a' })])
    const fields = ['id'].join(',')
    const thing = await client.things.get({ params: { thingId: 'a' }, query: { fields } })
    expectTypeOf(thing.name).toEqualTypeOf<string | undefined>()
    expect(thing).toEqual({ id: 'a' })
  })

  test('keep the cursor of a series when its pages are read', async () => {
    const page = (nextCursor: string | null) => json({ timestamps: ['t'], nextCursor })
    const { client, asked } = clientOf([page('next'), page(null)])
    const call = { params: { thingId: 'a' }, query: { fields: 'timestamps' } } as const
    let pages = 0
    for await (const { timestamps } of client.telemetry.timeseries.pages(call)) {
      pages += timestamps.length
    }
    expect(pages).toBe(2)
    expect(asked[1]?.url).toContain('timeseries?fields=timestamps%2CnextCursor&cursor=next')
  })
})

describe('hooks of the client', () => {
  test('see every attempt, add headers, and never see the key', async () => {
    const seen: unknown[] = []
    const { client, asked } = clientOf([problem(503, 'unavailable'), json({ id: 'k' })], {
      onRequest(request: SentRequest) {
        request.headers.set('traceparent', `00-${request.attempt}`)
        seen.push([request.operation, request.attempt, [...request.headers.keys()]])
      },
      onResponse: (response: Response) => void seen.push(response.status),
    })
    await client.keys.self()
    const headers = ['accept', 'traceparent']
    expect(seen).toEqual([['keys.self', 1, headers], 503, ['keys.self', 2, headers], 200])
    expect(asked.map(({ headers }) => headers.get('traceparent'))).toEqual(['00-1', '00-2'])
    expect(asked[0]?.headers.get('x-api-key')).toBe('svcex_secret')
  })

  test('that throw reject the call, which is not repeated', async () => {
    const { client, asked } = clientOf([json({}), json({})], {
      onResponse() {
        throw new Error('of the hook')
      },
    })
    await expect(client.keys.self()).rejects.toThrow('of the hook')
    expect(asked).toHaveLength(1)
  })
})

test('withResponse answers the headers too', async () => {
  const { client } = clientOf([json({ id: 'a' }, 200, { ETag: '"7"' })])
  const { data, response } = await client.things.get.withResponse({ params: { thingId: 'a' } })
  expect([data.id, response.status, response.headers.get('etag')]).toEqual(['a', 200, '"7"'])
})
