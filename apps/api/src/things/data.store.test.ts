import { idFault, type OperationName, type Scope } from '@sluice/contract'
import { remoteWrite } from '@sluice/telemetry/testing'
import { describe, expect, test } from 'vitest'
import { arrowBody } from '../testing/arrow-body.ts'
import { rawTo } from '../testing/raw.ts'
import { send } from '../testing/send.ts'
import { newTenant } from '../testing/tenant.ts'
import { useTenant } from '../testing/use-tenant.ts'

const at = useTenant()
const { api } = at

type Query = Record<string, string>
const timestamp = '2026-06-01T11:00:00Z'
const frameOf = (thingId: string, temperature: unknown = 4.5) => {
  return { thingId, timestamp, values: { temperature } }
}
const post = (frames: object[], query: Query = {}, key = at.admin) =>
  send(api.url, 'telemetry.ingestThings', { query, body: { frames } }, key)
const keyWith = async (...scopes: Scope[]) => (await at.tenant.mint({ scopes })).key
const write = (resourceFilter: string): Scope => ({ action: 'write', resourceFilter })
const create = (id: string, more: object = {}) =>
  at.tenant.act('things.create', { body: { id, name: id, thingTypeId: 'truck', ...more } as never })
const recent = async (thingId: string) => {
  const { metrics } = await at.tenant.act('telemetry.recent', { params: { thingId }, query: {} })
  return metrics.temperature?.value
}
const exists = (id: string) =>
  api.core.db.thing.findFirst({ where: { organizationId: at.tenant.id, id } })

const names = (count: number) => Array.from({ length: count }, (_, i) => `gateway-${i}`)

test('five hundred things in one call spend one unit, and each is readable and seen', async () => {
  const ids = names(500)
  const things = ids.map((id) => ({ id, name: id, thingTypeId: 'truck' }))
  await at.tenant.act('things.batch', { body: { things } })
  const answer = await post(ids.map((id, i) => frameOf(id, i / 10)))
  expect(answer.json).toMatchObject({ accepted: 500, rejected: 0, errors: [] })
  expect(answer.json.things).toHaveLength(500)
  expect(answer.headers.get('ratelimit')).toMatch('"standard";r=999;')
  expect(await recent('gateway-0')).toBe(0)
  expect(await recent('gateway-499')).toBe(49.9)
  await api.core.lastSeen.flush()
  const seen = { organizationId: at.tenant.id, lastSeenAt: { not: null } }
  expect(await api.core.db.thing.count({ where: seen })).toBe(500)
})

const forms: [OperationName, (thingId: string, value: number) => unknown][] = [
  ['telemetry.ingestThings', (id, value) => ({ frames: [frameOf(id, value)] })],
  [
    'telemetry.ingestThingsColumnar',
    (thingId, value) => ({
      things: [{ thingId, timestamps: [timestamp], values: { temperature: [value] } }],
    }),
  ],
  [
    'telemetry.ingestLines',
    (id, value) => {
      return Buffer.from(`m,thing=${id} temperature=${value} ${Date.parse(timestamp)}000000`)
    },
  ],
  [
    'telemetry.ingestSeries',
    (id, value) => {
      const labels = { __name__: 'temperature', thing: id }
      return remoteWrite(2, [{ labels, samples: [[Date.parse(timestamp), value]] }])
    },
  ],
  [
    'telemetry.ingestThingsArrow',
    (thingId, value) => arrowBody('temperature', [[Date.parse(timestamp), value]], thingId),
  ],
]

describe.each(forms)('%s', (operation, bodyOf) => {
  const call = (thingId: string, query: Query, key = at.admin) =>
    send(api.url, operation, { query, body: bodyOf(thingId, 7) as never }, key)

  test('stores what can be read at once', async () => {
    expect((await call('truck-1', {})).json).toMatchObject({ accepted: 1 })
    expect(await recent('truck-1')).toBe(7)
  })

  test('creates a missing thing with createMissing, audited, in no site and no fleet', async () => {
    const { status, json } = await call('new-1', { createMissing: 'truck' })
    expect(status).toBe(200)
    expect(json.things).toEqual([
      { thingId: 'new-1', accepted: 1, rejected: 0, created: true, problem: null },
    ])
    expect(await recent('new-1')).toBe(7)
    const thing = await at.tenant.act('things.get', { params: { thingId: 'new-1' }, query: {} })
    expect(thing).toMatchObject({ name: 'new-1', thingTypeId: 'truck', siteId: null, fleetIds: [] })
    const resource = 'THING/truck/new-1'
    const entry = { organizationId: at.tenant.id, operation: 'things.create', resource }
    expect(await api.core.db.auditEntry.count({ where: entry })).toBe(1)
    const again = await call('new-1', { createMissing: 'truck' })
    expect(again.json.things).toMatchObject([{ created: false }])
  })

  test('does not reach a thing of another organization', async () => {
    await create('ours')
    const { key } = await (await newTenant(api.core)).mint()
    const answer = await call('ours', { onError: 'skip' }, key)
    expect(answer.json).toMatchObject({ accepted: 0, things: [{ problem: 'not-found' }] })
  })
})

test('a retired thing takes no samples until it is active again', async () => {
  const params = { thingId: 'truck-1' }
  const setTo = (status: 'Active' | 'Retired') =>
    at.tenant.act('things.update', { params, body: { status } })
  const { thingId, ...frame } = frameOf('truck-1', 8)
  const alone = () =>
    send(api.url, 'telemetry.ingest', { params, query: {}, body: { frames: [frame] } }, at.admin)
  expect((await alone()).status).toBe(200)
  await setTo('Retired')
  const refused = await alone()
  expect([refused.status, refused.json.detail]).toEqual([
    409,
    'The thing truck-1 is retired and takes no samples; set its status to Active first.',
  ])
  const { json } = await post([frameOf('truck-1')], { onError: 'skip' })
  expect(json.things).toMatchObject([{ thingId, accepted: 0, rejected: 1, problem: 'conflict' }])
  // Its earlier samples can be read.
  expect(await recent('truck-1')).toBe(8)
  await setTo('Active')
  expect((await alone()).status).toBe(200)
})

describe('each thing needs the scope of a call of its own', () => {
  test('a key of one site sends for its things, and learns nothing of others', async () => {
    await create('inside', { siteId: 'yard' })
    await create('outside')
    const key = await keyWith(write('PLACE/Site/yard/THING/#/#'))
    const { json } = await post(
      [frameOf('inside'), frameOf('outside'), frameOf('none')],
      { onError: 'skip' },
      key,
    )
    expect(json).toMatchObject({ accepted: 1, rejected: 2 })
    const problems = json.things.map(({ problem }: { problem: unknown }) => problem)
    expect(problems).toEqual([null, 'not-found', 'not-found'])
    const [outside, none] = json.errors
    expect(outside.detail).toBe(none.detail)
    const failed = await post([frameOf('inside', 9), frameOf('outside')], {}, key)
    expect(failed).toMatchObject({
      status: 400,
      json: { errors: [{ pointer: '/body/frames/1/thingId' }] },
    })
    expect(await recent('inside')).toBe(4.5)
  })

  test('a thing that may be read only is 403 with the scope, or scope-missing in its result', async () => {
    const key = await keyWith({ action: 'read', resourceFilter: '#' }, write('THING/truck/other'))
    const failed = await post([frameOf('truck-1')], {}, key)
    expect(failed.status).toBe(403)
    expect(failed.json.detail).toBe(
      'This needs the scope {"action": "write", "resourceFilter": "THING/truck/truck-1"}.',
    )
    const skipped = await post([frameOf('truck-1')], { onError: 'skip' }, key)
    expect(skipped.json.things).toMatchObject([{ problem: 'scope-missing', accepted: 0 }])
  })

  test('a key without any write on things is refused before its body is looked at', async () => {
    const key = await keyWith({ action: 'read', resourceFilter: '#' })
    const body = { nothing: 'of use' }
    const { status } = await send(api.url, 'telemetry.ingestThings', { body: body as never }, key)
    expect(status).toBe(403)
  })

  test('an existing thing that may not be read is refused like a missing one', async () => {
    await create('there')
    const key = await keyWith(write('THING/truck/mine'))
    for (const query of [{}, { createMissing: 'truck' }]) {
      const frames = [frameOf('there'), frameOf('none')]
      const { json } = await post(frames, { onError: 'skip', ...query }, key)
      const [there, none] = json.things
      expect({ ...there, thingId: '' }).toEqual({ ...none, thingId: '' })
      const [first, second] = json.errors.map(({ detail }: { detail: string }) => detail)
      expect(first.replace('truck/there', 'truck/none')).toBe(second)
    }
  })

  test('things are created within the scopes only', async () => {
    const key = await keyWith(write('THING/truck/mine'))
    const frames = [frameOf('mine'), frameOf('theirs')]
    const { json } = await post(frames, { onError: 'skip', createMissing: 'truck' }, key)
    expect(json.things).toMatchObject([
      { thingId: 'mine', created: true, problem: null },
      { thingId: 'theirs', created: false, problem: 'scope-missing' },
    ])
    expect(await exists('theirs')).toBeNull()
  })
})

describe('createMissing', () => {
  test.each([
    ['ingestThings', { frames: [frameOf('..')] }],
    [
      'ingestThingsColumnar',
      { things: [{ thingId: '.', timestamps: [timestamp], values: { temperature: [1] } }] },
    ],
    ['ingestLines', Buffer.from('m,host=.. temperature=3')],
  ] as const)('of %s makes nothing that no URL can name', async (name, body) => {
    const query = { createMissing: 'truck' }
    const { status, json } = await send(
      api.url,
      `telemetry.${name}`,
      { query, body: body as never },
      at.admin,
    )
    expect(status).toBe(400)
    expect(json.errors[0].detail).toBe(idFault)
    expect(await exists('..')).toBeNull()
    expect(await exists('.')).toBeNull()
  })

  test('made some before: their path as it is deletes them', async () => {
    const thing = { organizationId: at.tenant.id, id: '..', name: '..', thingTypeId: 'truck' }
    await api.core.db.thing.create({ data: thing })
    const head = `Host: x\r\nX-Api-Key: ${at.admin}\r\nConnection: close\r\n\r\n`
    const answer = await rawTo(api.url, `DELETE /v2/thing/.. HTTP/1.1\r\n${head}`)
    expect(answer).toMatch(/^HTTP\/1.1 204/)
    expect(await exists('..')).toBeNull()
  })

  test('is refused for a type that does not exist', async () => {
    const { status, json } = await post([frameOf('new-1')], { createMissing: 'plane' })
    expect(status).toBe(400)
    expect(json.errors).toEqual([
      { pointer: '/query/createMissing', detail: 'is not the id of a thing type' },
    ])
  })

  test('is refused for a type whose things need attributes', async () => {
    const attributesSchema = { type: 'object', required: ['serial'] }
    const metrics = [{ key: 'temperature', metricDefinitionId: 'air' }]
    const meter = { id: 'meter', name: 'Meter', metrics, attributesSchema }
    await at.tenant.act('thingTypes.create', { body: meter })
    const { status, json } = await post([frameOf('new-1')], { createMissing: 'meter' })
    expect(status).toBe(400)
    expect(json.errors[0].detail).toContain('need more than an id, so create them first')
    expect(await exists('new-1')).toBeNull()
  })

  test('in many calls at once creates each thing once, and keeps the samples of all', async () => {
    const ids = names(20)
    const minutes = Array.from({ length: 8 }, (_, i) => `2026-06-01T10:0${i}:00Z`)
    const calls = minutes.map((timestamp) => {
      const frames = ids.map((id) => ({ ...frameOf(id), timestamp }))
      return post(frames, { createMissing: 'truck' })
    })
    const answers = await Promise.all(calls)
    expect(answers.map(({ status }) => status)).toEqual(minutes.map(() => 200))
    const created = answers.flatMap(({ json }) =>
      json.things.filter((one: { created: boolean }) => one.created),
    )
    expect(created).toHaveLength(20)
    const query = { from: '2026-06-01T00:00:00Z', to: '2026-06-02T00:00:00Z' }
    const summary = await at.tenant.act('telemetry.summary', {
      params: { thingId: 'gateway-7' },
      query,
    })
    expect(summary.metrics.temperature?.count).toBe(8)
  })
})
