/**
 * Every operation that returns a record needs `read` on it. Here each changing operation is called by a key
 * that may read everything but the kind of record that it returns.
 */
import {
  actorNames,
  type Call,
  type KeyAccess,
  type Operation,
  operations,
  type Scope,
} from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { allButReading } from '../testing/all-but-reading.ts'
import { type SampleCall, sampleCalls } from '../testing/sample-calls.ts'
import { send } from '../testing/send.ts'
import type { Tenant } from '../testing/tenant.ts'
import { useTenant } from '../testing/use-tenant.ts'

const at = useTenant()

const writes: Scope[] = (['write', 'admin'] as const).map((action) => ({
  ...{ action, resourceFilter: '#' },
}))

/** The fields of a record that callers without `read` receive. */
const shown = ['id', 'createdAt', 'updatedAt', 'etag']

/** For answers that are no records: the fields about the call itself. */
const outcomes: Partial<Record<string, readonly string[]>> = {
  'things.batch': ['validateOnly', 'created', 'updated', 'unchanged', 'outcome'],
  'things.change': [
    ...['validateOnly', 'changed', 'unchanged', 'refused', 'stale', 'outcome'],
    // Null if nothing may be revealed.
    ...['name', 'detail', 'nextAfter'],
  ],
  'templates.apply': [
    ...['validateOnly', 'create', 'update', 'unchanged', 'conflict', 'release'],
    ...['kind', 'action', 'detail', 'applicationId'],
  ],
  'integrations.redeliverMany': [
    ...['validateOnly', 'deliveries', 'outOfReach', 'missing', 'remaining'],
  ],
  'telemetry.ingest': ['accepted', 'rejected'],
  'telemetry.ingestColumnar': ['accepted', 'rejected'],
  'telemetry.ingestArrow': ['accepted', 'rejected'],
  'telemetry.ingestThings': ['accepted', 'rejected', 'created', 'problem'],
  'telemetry.ingestThingsColumnar': ['accepted', 'rejected', 'created', 'problem'],
  // Their bodies, which name the thing, are not JSON.
  'telemetry.ingestThingsArrow': ['accepted', 'rejected', 'created', 'problem', 'thingId'],
  'telemetry.ingestLines': ['accepted', 'rejected', 'created', 'problem', 'thingId'],
  'telemetry.ingestSeries': ['accepted', 'rejected', 'created', 'problem', 'thingId'],
  'telemetry.ingestOtlp': ['accepted', 'rejected', 'created', 'problem', 'thingId'],
}

/** The values of an answer that were neither sent nor allowed, as `field: value`. */
function unsent(
  answer: unknown,
  call: SampleCall,
  allowed: readonly string[],
  field = '',
): string[] {
  if (typeof answer === 'object' && answer !== null) {
    return Object.entries(answer).flatMap(([name, value]) =>
      unsent(value, call, allowed, Array.isArray(answer) ? field : name),
    )
  }
  if (allowed.includes(field)) return []
  const sent = JSON.stringify({ ...call.params, body: call.body })
  return sent.includes(JSON.stringify(answer)) ? [] : [`${field}: ${JSON.stringify(answer)}`]
}

/** The sample call; a rotated key must be within the bounds of the caller. */
function callOf(name: (typeof actorNames)[number], tenant: Tenant): Promise<SampleCall> {
  if (name !== 'keys.rotate') return sampleCalls[name](tenant)
  const scopes: Scope[] = [{ action: 'read', resourceFilter: 'THING/#/#' }]
  return tenant.mint({ scopes }).then(({ id }) => ({ params: { keyId: id }, body: {} }))
}

/** Deletions are omitted, because they return no record. */
const changing = actorNames.filter((name) => {
  const row: Operation = operations[name]
  return (row.access as KeyAccess).action !== 'read' && row.status !== 204
})

describe.each(changing)('%s by a key that may not read the record', (name) => {
  const row: Operation = operations[name]
  const allowed = [...shown, row.secretField ?? 'id', ...(outcomes[name] ?? [])]

  test('succeeds and returns nothing of the record that was not sent', async () => {
    const call = await callOf(name, at.tenant)
    const scopes = [...writes, ...allButReading((row.access as KeyAccess).resource)]
    const { key } = await at.tenant.mint({ scopes })
    const answer = await send(at.api.url, name, call, key)
    expect(answer.status, answer.text).toBe(row.status)
    expect(unsent(answer.json, call, allowed)).toEqual([])
  })

  test.skipIf(row.method !== 'PATCH')(
    'with an empty change returns nothing of the record',
    async () => {
      const { params } = await callOf(name, at.tenant)
      const { key } = await at.tenant.mint({ scopes: writes })
      const answer = await send(at.api.url, name, { params: params ?? {}, body: {} }, key)
      expect(answer.status, answer.text).toBe(200)
      expect(Object.keys(answer.json).sort()).toEqual([...shown].sort())
    },
  )
})

test('a call repeated with its Idempotency-Key returns no more than the first', async () => {
  const { key } = await at.tenant.mint({ scopes: writes })
  const call = { body: { id: 'south', name: 'South' } }
  const headers = { 'Idempotency-Key': 'once' }
  const first = await send(at.api.url, 'fleets.create', call, key, headers)
  const again = await send(at.api.url, 'fleets.create', call, key, headers)
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect(again.text).toBe(first.text)
  expect(Object.keys(first.json).sort()).toEqual([...shown].sort())
})

test('a thing that is moved out of the caller’s read scope is not returned', async () => {
  await at.tenant.act('sites.create', { body: { id: 'depot', name: 'Depot' } })
  const read = { action: 'read' as const, resourceFilter: 'PLACE/Site/yard/THING/#/#' }
  const { key } = await at.tenant.mint({ scopes: [...writes, read] })
  const move = (siteId: string) =>
    send(at.api.url, 'things.update', { params: { thingId: 'truck-1' }, body: { siteId } }, key)
  expect((await move('depot')).json).not.toHaveProperty('name')
  expect((await move('yard')).json).toMatchObject({ id: 'truck-1', name: 'Truck 1' })
})

describe('the plan of a template', () => {
  const body: Call<'templates.create'>['body'] = {
    ...{ id: 'yards', name: 'Yards' },
    resources: [{ kind: 'site', id: 'yard', properties: { name: 'Renamed' } }],
  }
  const plan = async (...reads: string[]) => {
    const read = reads.map((resourceFilter) => ({ action: 'read' as const, resourceFilter }))
    const { key } = await at.tenant.mint({ scopes: [...writes, ...read] })
    const call = { params: { templateId: 'yards' }, body: { validateOnly: true } }
    const { json } = await send(at.api.url, 'templates.apply', call, key)
    return json.resources ?? json.detail
  }

  test('is shown only to callers who may read the resource, and previous values if the template too', async () => {
    await at.tenant.act('templates.create', { body })
    const refusal = 'This needs the scope {"action": "read", "resourceFilter": "PLACE/Site/yard"}.'
    for (const reads of [[], ['DEFINITION/Template/yards']]) {
      expect(await plan(...reads)).toBe(refusal)
    }
    const hidden = [{ kind: 'site', id: 'yard', action: 'update', changes: [], detail: null }]
    expect(await plan('PLACE/Site/yard')).toEqual(hidden)
    expect(await plan('PLACE/Site/yard', 'DEFINITION/Template/yards')).toMatchObject([
      { changes: [{ pointer: '/name', before: 'Yard', after: 'Renamed' }] },
    ])
  })
})

test('a batch does not reveal which fields of an unreadable thing it changed', async () => {
  const { key } = await at.tenant.mint({ scopes: writes })
  const things = [{ id: 'truck-1', name: 'Guess', status: 'Active' }]
  const { json } = await send(at.api.url, 'things.batch', { body: { things } }, key)
  const { etag } = await at.tenant.act('things.get', { params: { thingId: 'truck-1' }, query: {} })
  expect(json.items).toEqual([{ id: 'truck-1', outcome: 'updated', changes: [], etag }])
})

describe('keys.check', () => {
  const check = (keyId: string, key: string, thingId = 'truck-1') => {
    const body = { operation: 'things.get', params: { thingId } }
    return send(at.api.url, 'keys.check', { params: { keyId }, body }, key)
  }
  const read = (resourceFilter: string) => ({ action: 'read' as const, resourceFilter })

  test('of another key needs read on everything that key may access', async () => {
    const { id } = await at.tenant.mint({ scopes: [{ action: '*', resourceFilter: 'THING/#/#' }] })
    const narrow = await at.tenant.mint({ scopes: [read('KEY/#'), read('THING/van/#')] })
    for (const thingId of ['truck-1', 'no-such-thing']) {
      const { status, json } = await check(id, narrow.key, thingId)
      expect(status).toBe(403)
      expect(json.detail).toContain('{"action": "read", "resourceFilter": "THING/#/#"}')
    }
    const { key } = await at.tenant.mint({ scopes: [read('KEY/#'), read('THING/#/#')] })
    expect((await check(id, key)).json.allowed).toBe(true)
  })

  test('of the calling key needs read on that key only', async () => {
    const made = await at.tenant.mint({ scopes: [read('KEY/#'), ...writes] })
    expect((await check(made.id, made.key)).json).toMatchObject({ allowed: false })
  })
})
