/** What HTTP says of answers beside their content: HEAD, Location, Link, encodings, conditions. */
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { type OperationName, operationNames, operations } from '@sluice/contract'
import { expect, test } from 'vitest'
import { sampleCalls } from '../testing/sample-calls.ts'
import { send } from '../testing/send.ts'
import { useTenant } from '../testing/use-tenant.ts'

const at = useTenant()
const { api } = at

/** The bytes of an answer as they were sent, which fetch would decode. */
async function raw(path: string, headers: Record<string, string>) {
  const { request } = await import('node:http')
  const url = new URL(path, api.url)
  return new Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }>(
    (resolve, reject) => {
      const asked = request(url, { headers: { 'X-Api-Key': at.admin, ...headers } }, (response) => {
        const pieces: Buffer[] = []
        response.on('data', (piece: Buffer) => pieces.push(piece))
        response.on('end', () => {
          const { statusCode: status = 0, headers } = response
          resolve({ status, headers, bytes: Buffer.concat(pieces) })
        })
      })
      asked.on('error', reject).end()
    },
  )
}

/** Makes a list of some kilobytes. */
async function makeThings(count: number): Promise<void> {
  const things = Array.from({ length: count }, (_, i) => {
    return { id: `t-${i}`, name: `Thing ${i}`, thingTypeId: 'truck' }
  })
  await at.tenant.act('things.batch', { body: { things } })
}

const decoders = { gzip: gunzipSync, zstd: zstdDecompressSync } as const

test.each([
  ['gzip', 'gzip'],
  ['zstd', 'zstd'],
  ['gzip, deflate, br, zstd', 'zstd'],
  ['zstd;q=0.5, gzip', 'gzip'],
  ['*', 'zstd'],
] as const)('with Accept-Encoding %s a long answer is sent as %s', async (accepted, coding) => {
  await makeThings(40)
  const plain = await raw('/v2/things?limit=40', {})
  const short = await raw('/v2/things?limit=40', { 'Accept-Encoding': accepted })
  expect(short.headers).toMatchObject({ 'content-encoding': coding, vary: 'Accept-Encoding' })
  expect(Number(short.headers['content-length'])).toBe(short.bytes.length)
  expect(short.bytes.length * 3).toBeLessThan(plain.bytes.length)
  expect(decoders[coding](short.bytes).equals(plain.bytes)).toBe(true)
})

test.each(['identity', 'br', 'gzip;q=0', 'identity;q=1, gzip;q=0.1'])(
  'with Accept-Encoding %s an answer is not compressed',
  async (accepted) => {
    await makeThings(40)
    const { headers } = await raw('/v2/things?limit=40', { 'Accept-Encoding': accepted })
    expect(headers['content-encoding']).toBeUndefined()
  },
)

test('a list of a thousand things is compressed in slices, and is the same', async () => {
  await makeThings(500)
  const plain = await raw('/v2/things?limit=500', {})
  const short = await raw('/v2/things?limit=500', { 'Accept-Encoding': 'gzip' })
  expect(gunzipSync(short.bytes).equals(plain.bytes)).toBe(true)
})

test('short answers, problems and answers with a secret are not compressed', async () => {
  const headers = { 'Accept-Encoding': 'gzip' }
  const answers = [
    await raw('/v2/key', headers),
    await raw(`/v2/thing/${'x'.repeat(1500)}`, headers),
  ]
  expect(answers.map((answer) => answer.headers['content-encoding'])).toEqual([
    undefined,
    undefined,
  ])
  const scopes = Array.from({ length: 60 }, (_, i) => {
    return { action: 'read' as const, resourceFilter: `THING/truck/truck-${i}` }
  })
  const body = { keyType: 'External', name: 'Long', scopes }
  const made = await send(api.url, 'keys.create', { body }, at.admin, headers)
  expect(made.text.length).toBeGreaterThan(1500)
  expect(made.headers.get('content-encoding')).toBeNull()
})

test('HEAD answers the head of GET, without a body', async () => {
  const paths = ['/v2/things', '/v2/thing/truck-1', '/v2/thing/none', '/v2/thing/truck-1/recent']
  for (const path of paths) {
    const headers = { 'X-Api-Key': at.admin }
    const get = await fetch(api.url + path, { headers })
    const length = (await get.arrayBuffer()).byteLength
    const head = await fetch(api.url + path, { method: 'HEAD', headers })
    expect([head.status, await head.text()]).toEqual([get.status, ''])
    // A problem has an id of its request, of the same length.
    expect(head.headers.get('content-length')).toBe(String(length))
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'))
  }
})

const creators = operationNames.filter((name) => operations[name].status === 201)
const withoutPage: OperationName[] = ['limitRequests.create']

test.each(creators)('%s says where to read what it created', async (name) => {
  const { json, headers } = await send(api.url, name, await sampleCalls[name](at.tenant), at.admin)
  const location = headers.get('location')
  if (withoutPage.includes(name)) return expect(location).toBeNull()
  const read = await fetch(api.url + location, { headers: { 'X-Api-Key': at.admin } })
  expect(read.status).toBe(200)
  expect(await read.json()).toMatchObject({ id: json.id })
})

test('the link to the next page of CSV answers CSV, whatever is accepted', async () => {
  const frames = Array.from({ length: 3 }, (_, i) => {
    return { timestamp: `2026-06-01T10:0${i}:00Z`, values: { temperature: i } }
  })
  const params = { thingId: 'truck-1' }
  await at.tenant.act('telemetry.ingest', { params, query: {}, body: { frames } })
  const query = 'from=2026-06-01T00:00:00Z&to=2026-06-02T00:00:00Z&limit=2'
  const first = await fetch(`${api.url}/v2/thing/truck-1/timeseries?${query}`, {
    headers: { 'X-Api-Key': at.admin, Accept: 'text/csv' },
  })
  const next = /^<([^>]+)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  const { pathname, search } = new URL(next)
  const second = await fetch(api.url + pathname + search, { headers: { 'X-Api-Key': at.admin } })
  expect(second.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(await second.text()).toBe('timestamp,temperature\r\n2026-06-01T10:02:00.000Z,2\r\n')
})

test('the OpenAPI document is compressed, and not sent again to who has it', async () => {
  const path = '/v2/openapi.json'
  const plain = await raw(path, {})
  const short = await raw(path, { 'Accept-Encoding': 'gzip' })
  expect(gunzipSync(short.bytes).equals(plain.bytes)).toBe(true)
  expect(short.bytes.length * 5).toBeLessThan(plain.bytes.length)
  const tags = [plain, short].map(({ headers }) => String(headers.etag))
  expect(new Set(tags).size).toBe(2)
  const known = await raw(path, { 'If-None-Match': `"x", W/${tags[0]}` })
  expect([known.status, known.bytes.length]).toEqual([304, 0])
  expect((await raw(path, { 'If-None-Match': '"x"' })).status).toBe(200)
})

test.each(['text/csv', 'image/png, text/*', 'application/json;q=0, text/html'])(
  'with Accept: %s a call that answers JSON alone is refused, once its key is judged',
  async (accept) => {
    const headers = { Accept: accept, 'X-Api-Key': at.admin, 'Content-Type': 'application/json' }
    const body = JSON.stringify({ id: 'unwanted', name: 'Unwanted', thingTypeId: 'truck' })
    const post = await fetch(`${api.url}/v2/things`, { method: 'POST', headers, body })
    expect([post.status, await post.json()]).toEqual([
      406,
      expect.objectContaining({
        type: expect.stringMatching(/\/problems\/not-acceptable$/),
        detail: 'Accept allows none of the media types of this call: application/json.',
      }),
    ])
    expect((await raw('/v2/thing/unwanted', {})).status).toBe(404)
    const list = await raw('/v2/things', { Accept: accept })
    expect(list.status).toBe(406)
    const stranger = await fetch(`${api.url}/v2/things`, { headers: { Accept: accept } })
    expect(stranger.status).toBe(401)
  },
)

test('an Accept header is no obstacle where the call can answer so, says its format, or answers nothing', async () => {
  const range = 'from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z'
  const series = `/v2/thing/truck-1/timeseries?${range}`
  const asked = (path: string, accept: string) => raw(path, { Accept: accept })
  expect((await asked(series, 'text/csv')).headers['content-type']).toContain('text/csv')
  expect((await asked(series, 'image/png')).status).toBe(406)
  expect((await asked(`${series}&format=csv`, 'image/png')).status).toBe(200)
  expect((await asked('/v2/things', '')).status).toBe(200)
  expect((await asked('/v2/things', 'text/html, */*;q=0.1')).status).toBe(200)
  await at.tenant.act('things.create', {
    body: { id: 'gone', name: 'Gone', thingTypeId: 'truck' },
  })
  const headers = { Accept: 'image/png', 'X-Api-Key': at.admin }
  const { status } = await fetch(`${api.url}/v2/thing/gone`, { method: 'DELETE', headers })
  expect(status).toBe(204)
})
