/**
 * Long calls run on a thread: their answers are the same as in this process. A body is made long with white space, so
 * that one call can be tried both ways.
 */
import { type ActorName, type Operation, operations } from '@sluice/contract'
import { LONG_BODY, threadBytes, threadRows } from '@sluice/core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { codeOf, send } from '../testing/send.ts'
import { tenantWithCall } from '../testing/tenant-with-call.ts'
import { useApi } from '../testing/use-api.ts'

const api = useApi({ core: { threadConnections: 5 } })
const lists = ['things.list', 'sites.list', 'templates.list', 'audit.list'] as const

afterEach(() => vi.restoreAllMocks())

function long(body: unknown): Buffer {
  return Buffer.from(JSON.stringify(body) + ' '.repeat(LONG_BODY))
}

function withoutIds(text: string): string {
  return text
    .replaceAll(/(["/])[0-9A-Za-z]{16}"/g, '$1id"')
    .replaceAll(/\/[0-9A-Za-z]{16}\\/g, '/id\\')
}

/** Removes what differs from call to call: ids, times and etags. */
function comparable({ status, headers, json }: Awaited<ReturnType<typeof send>>) {
  const text = withoutIds(JSON.stringify(json))
    .replaceAll(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"time"')
    .replaceAll(/"etag":"\d+"/g, '"etag":"1"')
    .replaceAll(/"requestId":"[^"]*"/g, '')
    .replaceAll(/"urlKeyId":"[^"]*"/g, '')
    .replaceAll(/whsec_[\w+/=]+/g, 'secret')
  const names = ['content-type', 'vary', 'ratelimit-policy', 'idempotency-replayed']
  const location = headers.get('location')?.replace(/[0-9A-Za-z]{16}$/, 'id')
  return { status, text, location, fields: names.map((name) => headers.get(name)) }
}

/** Sends a call while there is no thread. */
async function sendWithout(...call: Parameters<typeof send>) {
  const { longCalls } = api.core
  Object.assign(api.core, { longCalls: undefined })
  try {
    return await send(...call)
  } finally {
    Object.assign(api.core, { longCalls })
  }
}

function watchThread() {
  const { longCalls } = api.core
  if (!longCalls) throw new Error('There is no thread.')
  return vi.spyOn(longCalls, 'perform')
}

describe.each([...threadRows] as ActorName[])('%s', (name) => {
  it('answers and logs the same on the thread', async () => {
    const here = await tenantWithCall(api, name)
    const there = await tenantWithCall(api, name)
    const thread = watchThread()
    const logged = vi.spyOn(api.core.usage, 'record')
    const headers = { 'Content-Type': 'application/json' }
    const { key } = await here.tenant.mint()
    const ask = threadBytes(name) > 0 ? send : sendWithout
    const short = await ask(api.url, name, here.call, key, headers)
    expect(thread).not.toHaveBeenCalled()
    const padded = { ...there.call, body: long(there.call.body) }
    const answer = await send(api.url, name, padded, (await there.tenant.mint()).key, headers)
    expect(thread).toHaveBeenCalledOnce()
    expect(answer.status, answer.text).toBe(operations[name].status)
    expect(comparable(answer)).toEqual(comparable(short))
    const needs = logged.mock.calls.map(([{ needs }]) => withoutIds(JSON.stringify(needs)))
    expect(needs[1]).toBe(needs[0])
    expect(needs[0]).toContain('write')
  })

  it('refuses the same on the thread: input and scope', async () => {
    const { tenant, call } = await tenantWithCall(api, name)
    const headers = { 'Content-Type': 'application/json' }
    const keys = [
      (await tenant.mint()).key,
      (await tenant.mint({ scopes: [{ action: 'read', resourceFilter: '#' }] })).key,
      (await tenant.mint({ scopes: [{ action: 'write', resourceFilter: 'KEY/none' }] })).key,
    ]
    const wrong = { ...(call.body as object), nonsense: 1 }
    for (const key of keys) {
      for (const body of key === keys[0] ? [wrong] : [call.body, wrong]) {
        const short = await sendWithout(api.url, name, { ...call, body }, key, headers)
        if (short.status < 400) continue
        const refused = await send(api.url, name, { ...call, body: long(body) }, key, headers)
        expect(comparable(refused)).toEqual(comparable(short))
      }
    }
  })
})

it.each(['templates.drift', 'things.change', 'templates.apply'] as const)(
  '%s runs on the thread however short the call is',
  async (name) => {
    const { tenant, call } = await tenantWithCall(api, name)
    const { key } = await tenant.mint()
    const thread = watchThread()
    const there = await send(api.url, name, call, key)
    expect(thread).toHaveBeenCalledOnce()
    expect(there.status, there.text).toBe(200)
    if (name !== 'templates.drift') return
    const here = await sendWithout(api.url, name, call, key)
    expect(thread).toHaveBeenCalledOnce()
    expect(here.json).toEqual(there.json)
  },
)

it.each(lists)('a long page of %s is the same on the thread', async (name) => {
  const { tenant } = await tenantWithCall(api, name)
  const { key } = await tenant.mint()
  const thread = watchThread()
  const short = await send(api.url, name, { query: { limit: '100', count: 'true' } }, key)
  expect(thread).not.toHaveBeenCalled()
  const page = await send(api.url, name, { query: { limit: '101', count: 'true' } }, key)
  expect(thread).toHaveBeenCalledOnce()
  expect([page.status, page.json]).toEqual([short.status, short.json])
  const query = { limit: '101', count: 'true' }
  const others = ['application/json, text/plain, */*', 'application/json; charset=utf-8']
  for (const Accept of others) {
    const answer = await send(api.url, name, { query }, key, { Accept })
    expect([answer.status, answer.json]).toEqual([short.status, short.json])
  }
  expect(thread).toHaveBeenCalledTimes(1 + others.length)
  if ((operations[name] as Operation).mediaTypes === undefined) return
  const named = await send(api.url, name, { query: { ...query, format: 'json' } }, key)
  expect(named.json).toEqual(short.json)
  const csv = fetch(`${api.url}${operations[name].path}?${new URLSearchParams(query)}`, {
    headers: { 'X-Api-Key': key, Accept: 'text/csv' },
  })
  expect((await csv).headers.get('content-type')).toContain('text/csv')
  expect(thread).toHaveBeenCalledTimes(2 + others.length)
})

it('a repeated Idempotency-Key is done once, whichever way the two calls take', async () => {
  const { tenant, call } = await tenantWithCall(api, 'things.create')
  const { key } = await tenant.mint()
  const headers = { 'Idempotency-Key': 'once', 'Content-Type': 'application/json' }
  const first = await send(
    api.url,
    'things.create',
    { ...call, body: long(call.body) },
    key,
    headers,
  )
  const again = await send(api.url, 'things.create', call, key, headers)
  const third = await send(
    api.url,
    'things.create',
    { ...call, body: long(call.body) },
    key,
    headers,
  )
  expect([first.status, again.text, third.text]).toEqual([201, first.text, first.text])
  const replayed = [first, again, third].map(({ headers }) => headers.get('idempotency-replayed'))
  expect(replayed).toEqual([null, 'true', 'true'])
})

it('a caller sees at once what its long call has changed', async () => {
  const { tenant } = await tenantWithCall(api, 'things.get')
  const { key } = await tenant.mint()
  const headers = { 'Content-Type': 'application/json' }
  const frame = { timestamp: '2026-06-01T11:00:00Z', values: { temperature: 4.5 } }
  const ingest = () =>
    send(api.url, 'telemetry.ingest', { params: { thingId: 'truck-1' }, body: frame }, key)
  expect((await ingest()).status).toBe(200)
  const retire = { things: [{ id: 'truck-1', status: 'Retired' }] }
  const batch = await send(api.url, 'things.batch', { body: long(retire) }, key, headers)
  expect(batch.status, batch.text).toBe(200)
  expect((await ingest()).status).toBe(409)
})

it('what is under way when the thread ends is refused, and the next call starts another one', async () => {
  const { tenant, call } = await tenantWithCall(api, 'sites.create')
  const { key } = await tenant.mint()
  const headers = { 'Content-Type': 'application/json' }
  const padded = { ...call, body: long(call.body) }
  const thread = watchThread()
  const asked = send(api.url, 'sites.create', padded, key, headers)
  await vi.waitFor(() => expect(thread).toHaveBeenCalled())
  await api.core.longCalls?.close()
  const refused = await asked
  // The call may have been done just before.
  if (refused.status !== 201) {
    expect([refused.status, codeOf(refused)]).toEqual([503, 'unavailable'])
    expect(refused.headers.get('retry-after')).toBe('1')
  }
  const next = await send(api.url, 'sites.create', padded, key, headers)
  expect([201, 409]).toContain(next.status)
})

it('a body that is no JSON, or too deep, is refused on the thread', async () => {
  const { tenant } = await tenantWithCall(api, 'things.get')
  const { key } = await tenant.mint()
  const headers = { 'Content-Type': 'application/json' }
  for (const text of ['{"name": ', '['.repeat(200) + ']'.repeat(200)]) {
    const body = Buffer.from(text + ' '.repeat(5 * LONG_BODY))
    const answer = await send(api.url, 'sites.create', { body }, key, headers)
    expect([answer.status, codeOf(answer)]).toEqual([400, 'invalid-request'])
  }
})
