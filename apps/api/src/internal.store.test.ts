import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { actForOrganization, openCore, perform } from '@sluice/core'
import { internalRpcOverHttp } from '@sluice/runtime/internal-rpc-http'
import { expect, inject, test } from 'vitest'
import { drain, leftIn } from './testing/buckets.ts'
import { startApi } from './testing/start-api.ts'
import { newTenant } from './testing/tenant.ts'
import { useApi } from './testing/use-api.ts'

const secret = randomBytes(32).toString('hex')
const api = useApi({ internalSecret: secret })

const ask = (authorization: string | undefined, body: unknown, path = 'buckets') =>
  fetch(`${api.url}/internal/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
    body: JSON.stringify(body),
  })

const limit = { perMinute: 600, burst: 1000 }
const draw = { organization: 'acme', tier: 'standard', limit }

test('another process reads the bucket levels of this one', async () => {
  await drain(api.core, 'acme', 'standard', 400)
  const other = openCore({
    databaseUrl: inject('databaseUrl'),
    clickhouseUrl: inject('clickhouseUrl'),
    peppers: new Map([[1, 'x'.repeat(32)]]),
    buckets: { kind: 'remote', other: internalRpcOverHttp(api.url, secret) },
  })
  const left = { tier: 600, share: undefined, failures: 1000 }
  expect(await leftIn(other, 'acme', 'standard', 'some-key')).toEqual(left)
  await other.close()
})

test('another process reads all samples that this one acknowledged, flushed or not', async () => {
  const log = mkdtempSync(join(tmpdir(), 'sluice-samples-'))
  const writer = await startApi({
    internalSecret: secret,
    core: { sampleWriter: { kind: 'this', log } },
  })
  const reader = openCore({
    databaseUrl: inject('databaseUrl'),
    clickhouseUrl: inject('clickhouseUrl'),
    peppers: new Map([[1, 'x'.repeat(32)]]),
    sampleWriter: { kind: 'another', at: internalRpcOverHttp(writer.url, secret) },
    clock: writer.clock,
  })
  const tenant = await newTenant(writer.core)
  const actor = await actForOrganization(reader, 'test', tenant.id)
  if (!actor) throw new Error('unreachable')
  const params = { thingId: 'truck-1' }
  const begin = writer.clock().getTime() - 60_000
  for (const [i, temperature] of [1, 2, 3].entries()) {
    const body = { timestamp: begin + i, values: { temperature } }
    await tenant.act('telemetry.ingest', { params, query: {}, body })
    const [from, to] = [begin, begin + 60_000].map((time) => new Date(time).toISOString())
    const call = { params, query: { from, to } }
    const { values } = await perform(reader, {
      ...{ name: 'telemetry.timeseries', actor, call, requestId: 'test', address: null },
    })
    expect(values.temperature).toEqual([1, 2, 3].slice(0, i + 1))
  }
  await reader.close()
  await writer.close()
  rmSync(log, { recursive: true })
})

test('a request may name all things of a large fleet, and a longer one is rejected', async () => {
  const things = Array.from({ length: 100_000 }, (_, i) => i)
  const answer = await ask(`Bearer ${secret}`, { organization: 1, things }, 'samples')
  expect(answer.status).toBe(200)
  const endless = { ...draw, organization: 'x'.repeat(5 * 1024 * 1024) }
  expect((await ask(`Bearer ${secret}`, endless)).status).toBe(400)
})

test('bucket levels include the share and the failures of a key', async () => {
  const share = { perMinute: 60, burst: 100 }
  const answer = await ask(`Bearer ${secret}`, { ...draw, key: 'k', share })
  expect(await answer.json()).toMatchObject({ share: 100, failures: 100 })
})

test.each([undefined, 'Bearer ', `Bearer ${'0'.repeat(64)}`, secret])(
  'a caller with the authorization “%s” gets 404',
  async (authorization) => {
    expect((await ask(authorization, draw)).status).toBe(404)
  },
)

test('a malformed request is rejected', async () => {
  expect((await ask(`Bearer ${secret}`, { organization: 'acme' })).status).toBe(400)
})

test('every caller gets 404 if no secret is configured', async () => {
  const closed = await startApi()
  const answer = await fetch(`${closed.url}/internal/buckets`, {
    method: 'POST',
    headers: { authorization: 'Bearer undefined', 'content-type': 'application/json' },
    body: JSON.stringify(draw),
  })
  expect(answer.status).toBe(404)
  await closed.close()
})
