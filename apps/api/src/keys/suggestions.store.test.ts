/** The access that the request log suggests for a key, and the calls that narrower access would have rejected. */

import { noFigures } from '@sluice/core'
import { describe, expect, test } from 'vitest'
import { useApi } from '../testing/use-api.ts'
import { frameOf, thing, watchedKeys } from '../testing/watched-keys.ts'

// ClickHouse expires rows by the real clock, so the API's must be close to it.
const api = useApi({ start: new Date(new Date().setUTCHours(12, 0, 0, 0)) })

const { call, newCase } = watchedKeys(() => api)

/** Logs a call for each thing, with the paths that it has. */
async function logReads(
  { watched, tenant }: Awaited<ReturnType<typeof newCase>>,
  things: readonly (readonly string[])[],
) {
  const { number } = await api.core.db.organization.findUniqueOrThrow({ where: { id: tenant.id } })
  const caller = { id: watched.id, organization: { id: tenant.id, number, limits: noFigures } }
  for (const paths of things) {
    const request = {
      ...{ name: 'things.get' as const, address: '192.0.2.1', requestId: 'Xk2p-1', caller },
      ...{ at: api.clock(), startedAt: performance.now() },
      needs: { kept: [{ action: 'read' as const, paths }] },
    }
    api.core.usage.record(request, undefined)
  }
}

describe('the suggested access of a key', () => {
  test('covers the key’s calls, and replaying them against it rejects none', async () => {
    const { watched, ask, tenant } = await newCase()
    await call('things.get', thing, watched.key, '192.0.2.1')
    await call('telemetry.recent', thing, watched.key, '::ffff:192.0.2.2')
    await call('telemetry.ingest', frameOf(api.clock()), watched.key, '192.0.2.1')
    const truck = { id: 'truck-9', name: 'Nine', thingTypeId: 'truck', siteId: 'yard' }
    const created = await call('things.create', { body: truck }, watched.key)
    expect(created.status).toBe(201)
    await call('things.get', { params: { thingId: 'none' } }, watched.key, '203.0.113.9')
    const suggested = await ask('keys.suggestions', { days: '7' })
    expect(suggested).toMatchObject({
      calls: 4,
      scopes: {
        suggested: [
          { action: 'read', resourceFilter: 'PLACE/Site/yard/THING/truck/truck-1' },
          { action: 'write', resourceFilter: 'PLACE/Site/yard' },
          { action: 'write', resourceFilter: 'PLACE/Site/yard/THING/truck/#' },
        ],
        narrower: true,
        covered: 4,
      },
      allowList: { suggested: ['192.0.2.1', '192.0.2.2'], narrower: true, covered: 4 },
    })
    expect(suggested.scopes.evidence.map((row: { calls: number }) => row.calls)).toEqual([2, 1, 2])
    expect(suggested.scopes.evidence[0].operations).toEqual(['telemetry.recent', 'things.get'])
    expect(suggested.allowList.evidence).toMatchObject([
      { entry: '192.0.2.1', calls: 3, addresses: 1 },
      { entry: '192.0.2.2', calls: 1, addresses: 1 },
    ])
    const change = {
      scopes: suggested.scopes.suggested,
      allowedIpCidrs: suggested.allowList.suggested,
    }
    expect(await ask('keys.replay', undefined, change)).toMatchObject({
      calls: 4,
      judged: 4,
      refused: 0,
      narrowed: 0,
      alreadyRefused: 0,
      groups: [],
    })
    await tenant.act('keys.update', { params: { keyId: watched.id }, body: change })
    expect((await call('things.get', thing, watched.key)).status).toBe(200)
    const after = await ask('keys.suggestions', {})
    expect([after.scopes.narrower, after.allowList.narrower]).toEqual([false, false])
  })

  test('is also suggested in general: the site in place of its things, and what else that allows', async () => {
    const { watched, ask, tenant } = await newCase()
    const ids = ['a', 'b', 'c', 'd', 'e']
    for (const id of ids) {
      const body = { id, name: id, thingTypeId: 'truck', siteId: 'yard' }
      await tenant.act('things.create', { body })
    }
    for (const thingId of ids.slice(0, 4))
      await call('things.get', { params: { thingId } }, watched.key)
    const { scopes } = await ask('keys.suggestions')
    expect(scopes.suggested).toHaveLength(4)
    const general = [{ action: 'read', resourceFilter: 'PLACE/Site/yard/THING/truck/#' }]
    // The yard also has truck-1 and e.
    expect(scopes.general).toMatchObject({
      ...{ suggested: general, narrower: true },
      evidence: [{ scope: general[0], calls: 4, usedThings: 4, otherThings: 2 }],
    })
    expect(await ask('keys.replay', undefined, { scopes: general })).toMatchObject({ refused: 0 })

    // A key that may not read the things does not learn how many there are.
    const blind = await tenant.mint({ scopes: [{ action: 'read', resourceFilter: 'KEY/#' }] })
    const seen = await call('keys.suggestions', { params: { keyId: watched.id } }, blind.key)
    expect(seen.json.scopes.general.evidence).toMatchObject([{ usedThings: 4, otherThings: 0 }])
  })

  test('is of the things that batches and queries name, not of all that they could', async () => {
    const { watched, ask } = await newCase()
    const frames = [{ thingId: 'truck-1', ...frameOf(api.clock()).body }]
    const query = { ids: 'truck-1', metrics: 'temperature' }
    expect((await call('telemetry.ingestThings', { body: { frames } }, watched.key)).status).toBe(
      200,
    )
    expect((await call('telemetry.thingsRecent', { query }, watched.key)).status).toBe(200)
    const { suggested } = (await ask('keys.suggestions')).scopes
    const resourceFilter = 'PLACE/Site/yard/THING/truck/truck-1'
    expect(suggested).toEqual([
      { action: 'read', resourceFilter },
      { action: 'write', resourceFilter },
    ])
    const nothing = { refused: 0, narrowed: 0, groups: [] }
    expect(await ask('keys.replay', undefined, { scopes: suggested })).toMatchObject(nothing)
    const { items } = await ask('keys.calls')
    expect(items.map(({ needed }: { needed: object[] }) => needed)).toEqual([
      [{ action: 'read', resourceFilter: 'THING/truck/truck-1' }],
      [{ action: 'write', resourceFilter: 'THING/truck/truck-1' }],
    ])
  })

  test('lets a key that created keys create such keys again', async () => {
    const { watched, ask } = await newCase()
    const scopes = [{ action: 'read', resourceFilter: 'PLACE/Site/yard/THING/#/#' }]
    const body = { keyType: 'External', name: 'partner', scopes }
    expect((await call('keys.create', { body }, watched.key)).status).toBe(201)
    const { suggested } = (await ask('keys.suggestions')).scopes
    expect(suggested).toEqual([...scopes, { action: 'admin', resourceFilter: 'KEY/#' }])
    const narrower = [{ action: 'read', resourceFilter: 'PLACE/Site/yard/THING/truck/#' }]
    const change = { scopes: [...narrower, { action: 'admin', resourceFilter: 'KEY/#' }] }
    expect(await ask('keys.replay', undefined, change)).toMatchObject({
      refused: 1,
      groups: [{ operation: 'keys.create', needed: scopes }],
    })
  })

  test('says that there were too many kinds of calls, and shows only scopes that were used', async () => {
    const scopes = [
      { action: 'read', resourceFilter: 'THING/type-7/#' },
      { action: 'write', resourceFilter: 'THING/truck/truck-1' },
    ]
    const world = await newCase({ scopes } as never)
    const paths = Array.from({ length: 10_100 }, (_, i) => [`THING/type-${i}/one`])
    await logReads(world, [...paths, ['THING/type-7/one']])
    const suggested = (await world.ask('keys.suggestions')).scopes
    expect(suggested).toMatchObject({ suggested: scopes, narrower: false, partial: true })
    expect(suggested.evidence).toMatchObject([{ scope: scopes[0], calls: 2 }])
  })

  test('uses what very many things have in common', async () => {
    const world = await newCase()
    const { ask } = world
    const trucks = Array.from({ length: 10_100 }, (_, i) => `THING/truck/truck-${i}`)
    await logReads(
      world,
      trucks.map((own) => [own, `PLACE/Site/yard/${own}`]),
    )
    const { scopes, calls } = await ask('keys.suggestions', {})
    expect(calls).toBe(10_100)
    expect(scopes).toMatchObject({
      suggested: [{ action: 'read', resourceFilter: 'THING/truck/#' }],
      covered: 10_100,
    })
    const none = { scopes: [{ action: 'read', resourceFilter: 'KEY/#' }] }
    expect(await ask('keys.replay', undefined, none)).toMatchObject({
      calls: 10_100,
      judged: 10_000,
      refused: 10_000,
    })
  })
})

test('keys.replay reports calls that narrower access would reject or shorten, without changes', async () => {
  const { watched, ask } = await newCase()
  await call('things.get', thing, watched.key, '192.0.2.1')
  await call('things.get', thing, watched.key, '198.51.100.1')
  await call('things.update', { ...thing, body: { status: 'Inactive' } }, watched.key, '192.0.2.1')
  await call('things.list', {}, watched.key, '192.0.2.1')
  const before = await ask('keys.get')
  const change = {
    scopes: [{ action: 'read', resourceFilter: 'PLACE/Site/yard/THING/#/#' }],
    allowedIpCidrs: ['192.0.2.0/24'],
  }
  const answer = await ask('keys.replay', undefined, change)
  expect(answer).toMatchObject({ calls: 4, judged: 4, refused: 2, narrowed: 1, alreadyRefused: 0 })
  expect(answer.groups).toHaveLength(3)
  expect(answer.groups).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        effect: 'refused',
        problem: 'address-not-allowed',
        operation: 'things.get',
        address: '198.51.100.1',
        calls: 1,
      }),
      expect.objectContaining({
        effect: 'refused',
        problem: 'scope-missing',
        operation: 'things.update',
        needed: [{ action: 'write', resourceFilter: 'THING/truck/truck-1' }],
      }),
      expect.objectContaining({
        effect: 'narrowed',
        problem: null,
        operation: 'things.list',
        needed: [{ action: 'read', resourceFilter: 'THING/#/#' }],
      }),
    ]),
  )
  expect({ ...(await ask('keys.get')), lastUsedAt: null, lastUsedIp: null }).toEqual({
    ...before,
    lastUsedAt: null,
    lastUsedIp: null,
  })
})
