/** A key string in a wrong place is stored nowhere and shown to nobody. */
import { type Operation, operationNames, operations } from '@sluice/contract'
import { type GeneratedCall, plantedCalls } from '@sluice/contract/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLogger } from '../status/log.ts'
import { KeyTraces } from '../testing/key-traces.ts'
import { newRoomyTenant } from '../testing/roomy-tenant.ts'
import { sampleCalls } from '../testing/sample-calls.ts'
import type { Tenant } from '../testing/tenant.ts'
import { useApi } from '../testing/use-api.ts'
import { isFailure, sender, type WireRequest, wireOf } from '../testing/wire.ts'

const lines: string[] = []
const logger = createLogger('info', undefined, { write: (line) => void lines.push(line) })
// ClickHouse expires rows by the real clock, so the API's must be close to it.
const api = useApi({ logger, start: new Date(new Date().setUTCHours(12, 0, 0, 0)) })
let send: ReturnType<typeof sender>
let tenant: Tenant
let planted: { id: string; key: string }
let traces: KeyTraces

beforeAll(async () => {
  send = sender(api.url, 4)
  tenant = await newRoomyTenant(api.core)
  planted = await tenant.mint()
  traces = new KeyTraces(planted.key)
})
afterAll(() => send.close())

const headers = [
  ...['Accept', 'Accept-Encoding', 'Authorization', 'Content-Encoding', 'Content-Type', 'Cookie'],
  ...['Idempotency-Key', 'If-Match', 'If-None-Match', 'Origin', 'Referer', 'User-Agent'],
  ...['X-Forwarded-For', 'X-Request-Id', 'traceparent', 'tracestate'],
]

/** Every character as its percent-encoding. */
function encoded(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join('')
}

/** What people paste: the string, a part that looks like an id, or the string inside something else. */
function forms(): string[] {
  const { key } = planted
  const lower = encoded(key.slice(0, 8)) + key.slice(8)
  return [key, key.slice(0, 64), `KEY/${key}=1,${key}`, lower]
}

/** The requests of a row with the key string in one place each. */
function* requestsOf(
  caller: string,
  row: Operation & { name: (typeof operationNames)[number] },
  base: GeneratedCall,
) {
  for (const text of forms()) {
    for (const { what, call } of plantedCalls(row, base, { text, within: 'truck-1' })) {
      const wire = wireOf(row.name, call, caller)
      yield { what: `${what}: ${text}`, wire }
      const path = wire.path.replace(encodeURIComponent(text), encoded(text))
      if (path !== wire.path) yield { what: `${what}, encoded: ${text}`, wire: { ...wire, path } }
    }
  }
  const plain = wireOf(row.name, base, caller)
  for (const name of headers) {
    const wire = { ...plain, headers: { ...plain.headers, [name]: planted.key } }
    yield { what: `header ${name}`, wire }
  }
  const body = `{"name": "${planted.key}", "${planted.key}": ${planted.key}`
  if (row.body) yield { what: 'a body that is no JSON', wire: { ...plain, body } }
}

async function shownBy(requests: Iterable<{ what: string; wire: WireRequest }>) {
  const shown: string[] = []
  let tried = 0
  for (const { what, wire } of requests) {
    tried += 1
    const answer = await send(wire)
    const isJudged = answer.status !== 429 && !isFailure(answer)
    if (!isJudged || traces.isInAnswer(answer)) {
      shown.push(`${what}: ${answer.status} ${JSON.stringify(answer.headers)} ${answer.text}`)
    }
  }
  expect(tried).toBeGreaterThan(0)
  return shown
}

describe('a key string anywhere in a call', () => {
  test.each(operationNames)('of %s is in no answer', async (name) => {
    const own = await newRoomyTenant(api.core)
    const { key } = await own.mint()
    const base: GeneratedCall = await sampleCalls[name](own)
    const row: Operation = operations[name]
    expect(await shownBy(requestsOf(key, { ...row, name }, base))).toEqual([])
  })

  test('of no operation is in no answer', async () => {
    const { key } = planted
    const caller = (await tenant.mint()).key
    const paths = [key, encoded(key)].flatMap((text) => [
      ...[
        `/${text}`,
        `/v2/${text}`,
        `/v2/things/${text}/x/y`,
        `/problems/${text}`,
        `/v2/key/%zz${text}`,
      ],
      ...[`/v2/key?${text}=${text}`, `/v2/nope?a=${text}`, `/healthz?a=${text}`],
    ])
    const methods = ['GET', 'PUT', 'HEAD', 'OPTIONS']
    const requests = paths.flatMap((path) =>
      methods.map((method) => ({
        what: `${method} ${path}`,
        wire: { method, path, headers: { 'X-Api-Key': caller } },
      })),
    )
    expect(await shownBy(requests)).toEqual([])
  })

  test('is in no line of the log, in no row of the request log, and nowhere in the database', async () => {
    expect(lines.length).toBeGreaterThan(1000)
    expect(lines.filter((line) => traces.isIn(line))).toEqual([])
    const { secret, shown } = await traces.callsIn(api.core)
    expect(secret).toEqual([])
    expect(shown.length).toBeGreaterThan(10)
    expect(await traces.tablesIn(api.core)).toEqual([])
  })
})

test('the traces of a key string are found where they are', async () => {
  const { id } = planted
  const where = { organizationId_id: { organizationId: tenant.id, id: 'yard' } }
  await api.core.db.site.update({ where, data: { description: planted.key } })
  expect(await traces.tablesIn(api.core)).toEqual(['sites'])
  await api.core.db.site.update({ where, data: { description: '' } })
  expect([planted.key, encoded(planted.key), id].map((text) => traces.isIn(text))).toEqual([
    ...[true, true, false],
  ])
})
