import { Writable } from 'node:stream'
import { pino } from 'pino'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { leftIn } from '../testing/buckets.ts'
import { rawTo } from '../testing/raw.ts'
import { send } from '../testing/send.ts'
import { useSharedTenant } from '../testing/use-tenant.ts'

/** The log lines of the current test. */
let lines: Record<string, unknown>[] = []
const sink = new Writable({
  write(chunk, _encoding, done) {
    lines.push(JSON.parse(String(chunk)))
    done()
  },
})

const at = useSharedTenant({ logger: pino({ level: 'trace' }, sink) })
const { api } = at
beforeEach(() => {
  lines = []
})

/** The log line of one request, which may be written after its answer was received. */
async function lineOf(requestId: unknown): Promise<Record<string, unknown> | undefined> {
  const find = () =>
    lines.find(({ reqId, msg }) => reqId === requestId && /answered|failed/.test(`${msg}`))
  await expect.poll(find).toBeDefined()
  return find()
}

describe('an exception inside a handler', () => {
  const inside = 'ECONNREFUSED 10.1.2.3:5432 as sluice with hunter2'

  test('is answered with 500 without details, and logged under the request id', async () => {
    const spy = vi.spyOn(api.core.buckets, 'look').mockImplementation(() => {
      throw new Error(inside)
    })
    const answer = await send(api.url, 'keys.self', {}, at.admin)
    spy.mockRestore()
    expect(answer.status).toBe(500)
    expect(answer.json).toEqual({
      type: 'http://api.example/problems/internal',
      title: 'Internal Server Error',
      status: 500,
      detail: 'The service failed. Retry later. If it fails again, send the request id to support.',
      requestId: answer.headers.get('x-request-id'),
    })
    const line = await lineOf(answer.json.requestId)
    expect(line).toMatchObject({
      level: 50,
      status: 500,
      operation: 'keys.self',
      organization: at.tenant.id,
      err: { message: inside, stack: expect.stringContaining('keys/self.ts') },
    })
  })

  test('returns the unit of the call, and the next call succeeds', async () => {
    const before = await send(api.url, 'keys.self', {}, at.admin)
    const spy = vi.spyOn(api.core.db.site, 'findMany').mockImplementation(() => {
      throw new Error(inside)
    })
    const failed = await send(api.url, 'sites.list', {}, at.admin)
    spy.mockRestore()
    expect(failed.status).toBe(500)
    const after = await send(api.url, 'keys.self', {}, at.admin)
    expect(after.json.limits[0].remaining).toBe(before.json.limits[0].remaining - 1)
    expect((await send(api.url, 'sites.list', {}, at.admin)).status).toBe(200)
  })
})

test('a long answer that cannot be written is one 500 at once, and its cause is logged', async () => {
  const [row] = await api.core.db.site.findMany({ where: { organizationId: at.tenant.id } })
  let writes = 0
  const labels = {
    toJSON() {
      writes += 1
      throw new Error('inside')
    },
  }
  const rows = [...Array(100).fill(row), { ...row, labels }]
  const spy = vi.spyOn(api.core.db.site, 'findMany').mockResolvedValue(rows)
  const answer = await send(api.url, 'sites.list', { query: { limit: '200' } }, at.admin)
  spy.mockRestore()
  expect(answer.status).toBe(500)
  expect(answer.json).toEqual({
    type: 'http://api.example/problems/internal',
    title: 'Internal Server Error',
    status: 500,
    detail: 'The service failed. Retry later. If it fails again, send the request id to support.',
    requestId: answer.headers.get('x-request-id'),
  })
  expect(writes).toBe(1)
  expect(await lineOf(answer.json.requestId)).toMatchObject({
    ...{ status: 500, operation: 'sites.list', organization: at.tenant.id, problem: 'internal' },
    err: { message: 'inside' },
  })
})

test.each([
  ['short', 1],
  ['long', 101],
])('a call whose %s answer cannot be written has failed', async (_, count) => {
  const [row] = await api.core.db.site.findMany({ where: { organizationId: at.tenant.id } })
  const labels = {
    toJSON() {
      throw new Error('inside')
    },
  }
  const spy = vi.spyOn(api.core.db.site, 'findMany')
  spy.mockResolvedValue(Array(count).fill({ ...row, labels }))
  const record = vi.spyOn(api.core.usage, 'record')
  const before = await leftIn(api.core, at.tenant.id, 'standard')
  const answer = await send(api.url, 'sites.list', { query: { limit: '200' } }, at.admin)
  const after = await leftIn(api.core, at.tenant.id, 'standard')
  expect(record.mock.calls.map(([, problem]) => problem?.code)).toEqual(['internal'])
  spy.mockRestore()
  record.mockRestore()
  expect(answer.status).toBe(500)
  expect(answer.headers.get('ratelimit')).toContain('"standard-failures"')
  expect(after.tier).toBe(before.tier)
})

test('each request is logged in one line with its operation and without its query', async () => {
  const answer = await send(api.url, 'things.list', { query: { text: 'confidential' } }, at.admin)
  const line = await lineOf(answer.headers.get('x-request-id'))
  expect(line).toMatchObject({
    msg: 'answered',
    method: 'GET',
    path: '/v2/things',
    status: 200,
    operation: 'things.list',
    organization: at.tenant.id,
    key: at.admin.split('_')[1],
    address: expect.stringMatching(/^10\./),
    ms: expect.any(Number),
  })
  expect(JSON.stringify(lines)).not.toContain('confidential')
})

test.each(['%zz', 'a'.repeat(300)])('a request for /v2/thing/%s is logged', async (id) => {
  const answer = await fetch(`${api.url}/v2/thing/${id}`)
  const { requestId, status } = (await answer.json()) as { requestId: string; status: number }
  expect(await lineOf(requestId)).toMatchObject({ status, path: `/v2/thing/${id}` })
})

test('malformed HTTP is logged without its content', async () => {
  await rawTo(api.url, 'confidential\r\n\r\n')
  await expect.poll(() => lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ status: 400, parser: expect.stringMatching(/^HPE_/) })
  expect(JSON.stringify(lines)).not.toContain('confidential')
})

test('the log never contains a key string', async () => {
  const key = at.admin
  const made = await send(
    api.url,
    'keys.create',
    { body: { keyType: 'Admin', name: 'x', scopes: [{ action: 'read', resourceFilter: '#' }] } },
    key,
  )
  const keys = [key, made.json.key, `${key.slice(0, -1)}!`]
  for (const used of keys) await send(api.url, 'keys.self', {}, used)
  await fetch(`${api.url}/v2/key?key=${key}`, { headers: { 'X-Api-Key': key } })
  await fetch(`${api.url}/v2/things/${'%'}`, { headers: { 'X-Api-Key': key } })
  await send(api.url, 'keys.create', { body: { name: key, allowedIpCidrs: [key] } }, key)
  await send(api.url, 'keys.update', { params: { keyId: made.json.id }, body: { scopes: 7 } }, key)
  const spy = vi.spyOn(api.core.lastSeen, 'keyUsed').mockImplementation(() => {
    throw new Error('inside')
  })
  const failed = await send(api.url, 'keys.self', {}, key)
  spy.mockRestore()
  expect(failed.status).toBe(500)
  await lineOf(failed.json.requestId)
  const log = JSON.stringify(lines)
  expect(lines.length).toBeGreaterThanOrEqual(8)
  for (const used of keys) expect(log).not.toContain(used.slice(-49, -6))
})
