/**
 * Many concurrent bad bodies: each is rejected on its own, other calls succeed meanwhile, and nothing is
 * stored.
 */
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { arrowBody } from '../testing/arrow-body.ts'
import { send } from '../testing/send.ts'
import { newTenant, type Tenant } from '../testing/tenant.ts'
import { useApi } from '../testing/use-api.ts'

const api = useApi()
let tenant: Tenant
let [key, otherKey] = ['', '']
beforeAll(async () => {
  tenant = await newTenant(api.core)
  key = (await tenant.mint()).key
  const other = await newTenant(api.core)
  otherKey = (await other.mint()).key
})

const AT = '2026-06-01T11:00:00Z'
const good = { timestamps: [AT, '2026-06-01T11:01:00Z'], values: { temperature: [1, 2] } }
const goodBytes = Buffer.from(JSON.stringify(good))
const MEBIBYTE = 1024 * 1024
const gzip = { 'Content-Encoding': 'gzip' }
const zstd = { 'Content-Encoding': 'zstd' }

/** Bad bodies that are sent at once. */
const TOGETHER = 6

type Body = Buffer | string

/** A frame whose value is nested arrays. */
function nested(depth: number): string {
  return `{"timestamp":"${AT}","values":{"temperature":${'['.repeat(depth)}${']'.repeat(depth)}}}`
}

function manyColumns(count: number): string {
  const columns = Array.from({ length: count }, (_, i) => `"m${i}":[1]`)
  return `{"timestamps":["${AT}"],"values":{"temperature":[1],${columns.join(',')}}}`
}

const columnar: [string, Body, number, Record<string, string>?][] = [
  ['gzip that is cut short', gzipSync(goodBytes).subarray(0, -6), 400, gzip],
  ['gzip that is none', goodBytes, 400, gzip],
  ['zstd that is cut short', zstdCompressSync(goodBytes).subarray(0, -2), 400, zstd],
  ['a gzip bomb', gzipSync(Buffer.alloc(64 * MEBIBYTE, ' ')), 413, gzip],
  ['a zstd bomb', zstdCompressSync(Buffer.alloc(64 * MEBIBYTE, ' ')), 413, zstd],
  ['another encoding', goodBytes, 415, { 'Content-Encoding': 'br' }],
  ['more than may be sent', Buffer.alloc(17 * MEBIBYTE, ' '), 413],
  ['300,000 columns', manyColumns(300_000), 400],
  ['a column too short', JSON.stringify({ ...good, values: { temperature: [1] } }), 400],
  ['a column too long', JSON.stringify({ ...good, values: { temperature: [1, 2, 3] } }), 400],
  ['a column that is an object', '{"timestamps":[1],"values":{"temperature":{"length":1}}}', 400],
  ['a count beyond all bounds', '{"start":0,"stepSeconds":1,"count":1e15,"values":{}}', 400],
  ['a good row and a bad one', JSON.stringify({ ...good, values: { temperature: [1, 'x'] } }), 400],
  ['a length that is none', '{"timestamps":{"length":1e9},"values":{"temperature":[]}}', 400],
]

const frames: [string, Body, number, Record<string, string>?][] = [
  ['JSON that ends too early', '{"timestamp":', 400],
  ['NaN', `{"timestamp":"${AT}","values":{"temperature":NaN}}`, 400],
  ['a number beyond a double', `{"timestamp":"${AT}","values":{"temperature":1e999}}`, 400],
  ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0x22]), 400],
  ['nothing', '', 400],
  ['null', 'null', 400],
  ['nesting a hundred thousand deep', nested(100_000), 400],
  ['arrays a million deep', `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`, 400],
  ['nesting that never ends', '['.repeat(1_000_000), 400],
  ['names of the prototype', `{"timestamp":"${AT}","values":{"__proto__":1,"constructor":2}}`, 400],
  ['mixed types', `{"frames":[{"timestamp":"${AT}","values":{"temperature":1}},7,"x",null]}`, 400],
  [
    'an object where a value should be',
    `{"timestamp":"${AT}","values":{"temperature":{"valueOf":1}}}`,
    400,
  ],
  [
    'a value given twice, the last of them bad',
    `{"timestamp":"${AT}","values":{"temperature":1,"temperature":"x"}}`,
    400,
  ],
  ['a name of a mebibyte', `{"timestamp":"${AT}","values":{"${'x'.repeat(MEBIBYTE)}":1}}`, 400],
  ['text that is no JSON at all', '<xml/>', 400],
  ['another media type', '{}', 415, { 'Content-Type': 'text/plain' }],
]

const table = arrowBody('temperature', [[Date.parse(AT), 1]])

/** Other malformed Arrow streams are tested beside the reader. */
const arrow: [string, Body, number, Record<string, string>?][] = [
  ['a table that is cut short', table.subarray(0, -60), 400],
  ['a table in gzip that is cut short', gzipSync(table).subarray(0, -6), 400, gzip],
  ['a table that says it has a column of 2^24 bytes more', longer(table), 400],
  ['a zstd bomb for a table', zstdCompressSync(Buffer.alloc(64 * MEBIBYTE)), 413, zstd],
  ['zeros', Buffer.alloc(1000), 400],
  ['no table at all', '', 400],
  ['JSON for a table', goodBytes, 415, { 'Content-Type': 'application/json' }],
  ['JSON that says it is a table', goodBytes, 400],
  ['a table of nothing known', arrowBody('nope', [[Date.parse(AT), 1]]), 400],
]

/** A table whose second column claims to end far beyond it. */
function longer(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes)
  // The buffers are described by pairs of offset and length. Only the last pair begins at 8 and is 8 long.
  changed[changed.lastIndexOf(Buffer.from('08000000000000000800000000000000', 'hex')) + 11] = 1
  return changed
}

async function post(
  form: '' | '/columnar' | '/arrow',
  body: Body,
  headers?: Record<string, string>,
) {
  const response = await fetch(`${api.url}/v2/thing/truck-1/data${form}`, {
    method: 'POST',
    headers: { 'X-Api-Key': key, 'Content-Type': typeOf(form), ...headers },
    body,
  })
  const text = await response.text()
  expect(text.length).toBeLessThan(100_000)
  return response.status
}

function typeOf(form: string): string {
  return form === '/arrow' ? 'application/vnd.apache.arrow.stream' : 'application/json'
}

test('bad bodies are each rejected and store nothing, while other calls succeed', async () => {
  const bodies = [
    ...columnar.map((body) => ['/columnar', ...body] as const),
    ...frames.map((body) => ['', ...body] as const),
    ...arrow.map((body) => ['/arrow', ...body] as const),
  ]
  const body = { timestamp: AT, values: { temperature: 1 } }
  const others = () =>
    send(api.url, 'telemetry.ingest', { params: { thingId: 'truck-1' }, body }, otherKey)
  const outcomes: Record<string, number> = {}
  const served: number[] = []
  for (let at = 0; at < bodies.length; at += TOGETHER) {
    const flood = bodies.slice(at, at + TOGETHER).map(async ([form, name, bytes, , headers]) => {
      outcomes[name] = await post(form, bytes, headers)
    })
    const [other] = await Promise.all([others(), ...flood])
    served.push(other.status)
  }
  expect(outcomes).toEqual(Object.fromEntries(bodies.map(([, name, , status]) => [name, status])))
  expect(new Set(served)).toEqual(new Set([200]))
  const range = { from: '1900-01-01T00:00:00Z', to: 'now' }
  const params = { thingId: 'truck-1' }
  const { metrics } = await tenant.act('telemetry.summary', { params, query: range })
  expect(metrics.temperature?.count).toBe(0)
  expect((await tenant.act('telemetry.recent', { params, query: {} })).metrics).toEqual({})
})

test('when a body repeats a metric, the last value counts', async () => {
  const text = `{"timestamp":"${AT}","values":{"temperature":1,"temperature":2}}`
  expect(await post('', text)).toBe(200)
  const params = { thingId: 'truck-1' }
  const { metrics } = await tenant.act('telemetry.recent', { params, query: {} })
  expect(metrics.temperature?.value).toBe(2)
})
