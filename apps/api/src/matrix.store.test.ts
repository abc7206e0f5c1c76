/**
 * One matrix over every row of the contract: what holds for any operation is tested for all of them, so that
 * a new row is covered by being there.
 */
import {
  actorNames,
  type KeyAccess,
  type Operation,
  openLimit,
  openNames,
  operations,
  problemSchema,
  type Tier,
  takesIdempotencyKey,
  tiers,
} from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drain, leftIn } from './testing/buckets.ts'
import { newBystander } from './testing/bystander.ts'
import { once } from './testing/once.ts'
import { sampleCalls } from './testing/sample-calls.ts'
import { codeOf, send } from './testing/send.ts'
import { startApi, type TestApi } from './testing/start-api.ts'
import { newTenant } from './testing/tenant.ts'

let api: TestApi
let bystander: Awaited<ReturnType<typeof newBystander>>
beforeAll(async () => {
  api = await startApi()
  bystander = await newBystander(api.core)
})
afterAll(() => api.close())

describe.each(actorNames)('%s', (name) => {
  const row: Operation = operations[name]
  const access = row.access as KeyAccess
  const tier = row.tier as Tier
  const limit = tiers[tier]

  async function tenantWithCall() {
    const tenant = await newTenant(api.core)
    return { tenant, call: await sampleCalls[name](tenant) }
  }

  /** One tenant for all calls that are refused: these change nothing, so none meets another. */
  const refusing = once(tenantWithCall)

  /** The answer to a sample call that is to be refused, with a key made for it. */
  async function refuse(draft: Parameters<Awaited<ReturnType<typeof newTenant>>['mint']>[0]) {
    const { tenant, call } = await refusing()
    const { key } = await tenant.mint(draft)
    return send(api.url, name, call, key)
  }

  /** One sample call that succeeds, and how all that it may change was before and after. */
  const succeeded = once(async () => {
    const { tenant, call } = await tenantWithCall()
    const { key } = await tenant.mint()
    // What a batch makes is audited as if each thing had been made by a call of its own.
    const operation = name === 'things.batch' ? 'things.create' : name
    const look = async () => ({
      bystander: await bystander.everything(),
      units: (await leftIn(api.core, tenant.id, tier)).tier,
      audit: await api.core.db.auditEntry.findMany({
        where: { organizationId: tenant.id, operation },
      }),
    })
    const before = await look()
    const answer = await send(api.url, name, call, key)
    return { before, answer, after: await look() }
  })

  test('answers as its row says, and touches no organization with the same ids', async () => {
    const { before, answer, after } = await succeeded()
    expect(answer.status, answer.text).toBe(row.status)
    if (row.status !== 204) expect(row.response.safeParse(answer.json).error).toBeUndefined()
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{12}-[0-9a-z]+$/)
    expect(answer.headers.get('ratelimit-policy')).toBe(`"${row.tier}";q=${limit.perMinute};w=60`)
    for (const mark of bystander.marks) expect(answer.text).not.toContain(mark)
    expect(after.bystander).toBe(before.bystander)
  })

  test('refuses a call without a key', async () => {
    const { call } = await refusing()
    const answer = await send(api.url, name, call, undefined)
    expect([answer.status, codeOf(answer)]).toEqual([401, 'key-missing'])
    expect(answer.headers.get('www-authenticate')).toContain('ApiKey')
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(problemSchema.safeParse(answer.json).success).toBe(true)
  })

  test('refuses a malformed key', async () => {
    const { tenant, call } = await refusing()
    const { key } = await tenant.mint()
    const mistyped = key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A')
    const answer = await send(api.url, name, call, mistyped)
    expect([answer.status, codeOf(answer)]).toEqual([401, 'key-malformed'])
  })

  test('refuses an unknown key', async () => {
    const { tenant, call } = await refusing()
    const { id, key } = await tenant.mint()
    await api.core.db.key.delete({ where: { id } })
    const answer = await send(api.url, name, call, key)
    expect([answer.status, codeOf(answer)]).toEqual([401, 'key-unknown'])
  })

  test('refuses a revoked key', async () => {
    const { tenant, call } = await refusing()
    const { id, key } = await tenant.mint()
    await tenant.act('keys.revoke', { params: { keyId: id } })
    const answer = await send(api.url, name, call, key)
    expect([answer.status, codeOf(answer)]).toEqual([401, 'key-revoked'])
  })

  test('refuses an expired key, from the very instant', async () => {
    const { tenant, call } = await refusing()
    const expiresAt = new Date(api.clock().getTime() + 1000).toISOString()
    const { key } = await tenant.mint({ expiresAt })
    api.clock.advance(1)
    const answer = await send(api.url, name, call, key)
    expect([answer.status, codeOf(answer)]).toEqual([401, 'key-expired'])
  })

  test('refuses an address outside the allow-list', async () => {
    const answer = await refuse({ allowedIpCidrs: ['192.0.2.0/24', '2001:db8::/32'] })
    expect([answer.status, codeOf(answer)]).toEqual([403, 'address-not-allowed'])
  })

  test('refuses when the bucket is empty, and says when to retry', async () => {
    const { call } = await refusing()
    const tenant = await newTenant(api.core)
    const { key } = await tenant.mint()
    await drain(api.core, tenant.id, tier)
    const answer = await send(api.url, name, call, key)
    expect(answer.status).toBe(429)
    expect(answer.headers.get('retry-after')).toBe('1')
    expect(answer.headers.get('ratelimit')).toMatch(`"${row.tier}";r=0;`)
    expect(answer.json).toMatchObject({ status: 429, title: 'Too Many Requests' })
    expect(answer.json.detail).toContain('rate limit exceeded')
  })

  test('spends one unit on success, and gives it back on failure', async () => {
    const { before, after } = await succeeded()
    expect([before.units, after.units]).toEqual([limit.burst, limit.burst - 1])
    const { tenant, call } = await refusing()
    const { key } = await tenant.mint()
    await send(api.url, name, { ...call, query: { ...call.query, nonsense: '1' } }, key)
    expect((await leftIn(api.core, tenant.id, tier)).tier).toBe(limit.burst)
  })

  test.skipIf(access.target === 'self')('refuses a scope that does not cover it', async () => {
    const resourceFilter = access.resource === 'organization' ? 'KEY/none' : 'ORGANIZATION'
    const scopes = [{ action: '*' as const, resourceFilter }]
    const answer = await refuse({ scopes })
    const hidden = access.target === 'one'
    expect([answer.status, codeOf(answer)]).toEqual(
      hidden ? [404, 'not-found'] : [403, 'scope-missing'],
    )
  })

  const judgedByPath = ['one', 'many', 'own'].includes(access.target)
  test.skipIf(!judgedByPath)('judges the scope before the input', async () => {
    const { tenant, call } = await refusing()
    const resourceFilter = access.resource === 'organization' ? 'KEY/none' : 'ORGANIZATION'
    const { key } = await tenant.mint({ scopes: [{ action: '*', resourceFilter }] })
    const wrong = { ...call, query: { ...call.query, nope: '1' } }
    expect((await send(api.url, name, wrong, key)).status).toBe(access.target === 'one' ? 404 : 403)
  })

  const [textPart] = (['params', 'query'] as const).filter((one) => row[one])

  test.skipIf(!textPart)('refuses a text that is too long, before anything else', async () => {
    const part = textPart ?? 'query'
    const { tenant, call } = await refusing()
    const { key } = await tenant.mint({
      scopes: [{ action: '*', resourceFilter: 'DEFINITION/Metric/none' }],
    })
    const [field = ''] = Object.keys(row[part]?.shape ?? {}).slice(-1)
    const long = { ...call, [part]: { ...call[part], [field]: '.'.repeat(9000) } }
    const answer = await send(api.url, name, long, key)
    const tooLongForThePath = part === 'params'
    expect(answer.status, answer.text).toBe(tooLongForThePath ? 404 : 400)
  })

  test.skipIf(access.action === 'read')('refuses a reader, naming the missing scope', async () => {
    const answer = await refuse({ scopes: [{ action: 'read', resourceFilter: '#' }] })
    expect([answer.status, codeOf(answer)]).toEqual([403, 'scope-missing'])
    expect(answer.json.detail).toContain(`"action": "${access.action}"`)
  })

  test.skipIf(!access.keyTypes)('refuses a key of another type', async () => {
    const answer = await refuse({ keyType: 'External' })
    expect([answer.status, codeOf(answer)]).toEqual([403, 'key-type-not-allowed'])
  })

  test.skipIf(access.target !== 'one')("hides another organization's resource", async () => {
    const { tenant, call } = await refusing()
    const stranger = await newTenant(api.core)
    const { key } = await stranger.mint()
    const elsewhere = { ...call, params: { ...call.params } }
    // The stranger has resources under the same ids: take those away, so that only the tenant's are left.
    const [parameter = ''] = Object.keys(call.params ?? {})
    if (parameter === 'thingId') {
      await stranger.act('things.delete', { params: { thingId: 'truck-1' } })
    } else if (parameter !== 'keyId') {
      const before = await send(api.url, name, call, key)
      expect(before.text).not.toContain(tenant.id)
      elsewhere.params[parameter] = 'only-the-tenants'
      await makeOwn(tenant, parameter, 'only-the-tenants')
    }
    const answer = await send(api.url, name, elsewhere, key)
    expect([answer.status, codeOf(answer)]).toEqual([404, 'not-found'])
  })

  test('refuses what it does not know, with a pointer', async () => {
    const { tenant, call } = await refusing()
    const { key } = await tenant.mint()
    const answer = await send(api.url, name, { ...call, query: { ...call.query, nope: '1' } }, key)
    expect([answer.status, codeOf(answer)]).toEqual([400, 'invalid-request'])
    expect(answer.json.errors).toContainEqual(expect.objectContaining({ pointer: '/query/nope' }))
  })

  test.skipIf(!row.body)('refuses an unusable body, with a pointer', async () => {
    const { tenant, call } = await refusing()
    const { key } = await tenant.mint()
    const answer = await send(api.url, name, { ...call, body: { nope: true } }, key)
    expect([answer.status, codeOf(answer)]).toEqual([400, 'invalid-request'])
    expect(answer.json.errors[0].pointer).toMatch(/^\/body/)
  })

  test.skipIf(!takesIdempotencyKey(row))('is done once under one Idempotency-Key', async () => {
    const { tenant, call } = await tenantWithCall()
    const { key } = await tenant.mint()
    const headers = { 'Idempotency-Key': 'once' }
    const first = await send(api.url, name, call, key, headers)
    const again = await send(api.url, name, call, key, headers)
    expect(again.status, again.text).toBe(row.secretField === undefined ? row.status : 409)
    if (again.status === row.status) expect(again.text).toBe(first.text)
    const kept = await api.core.db.keptAnswer.findMany({ where: { organizationId: tenant.id } })
    expect(kept).toHaveLength(1)
    expect(kept[0]?.answer).not.toMatch(/svc(ex|ad)_\w{12}_\w{10}|whsec_/)
  })

  test('leaves an audit row exactly when it changed something', async () => {
    const { before, after } = await succeeded()
    const changes = row.method !== 'GET' && !row.readOnly && !row.ingests
    // A rotation changes two keys, and what joins a fleet changes with it.
    const expected = name === 'keys.rotate' || name === 'fleets.changeMembers' ? 2 : 1
    expect(after.audit.length - before.audit.length).toBe(changes ? expected : 0)
    expect(
      JSON.stringify(after.audit, (_, value) => (typeof value === 'bigint' ? 0 : value)),
    ).not.toMatch(/svc(ex|ad)_\w{12}_\w{10}|whsec_/)
  })
})

test('a bystander that was touched would be noticed', async () => {
  const someone = await newBystander(api.core)
  const untouched = await someone.everything()
  for (const table of ['template_applications', 'deliveries', 'fleet_members', 'keys']) {
    expect(untouched).toContain(`"table":"${table}"`)
  }
  await someone.act('things.update', { params: { thingId: 'truck-1' }, body: { name: 'Other' } })
  expect(await someone.everything()).not.toBe(untouched)
})

describe.each(openNames)('%s', (name) => {
  const row: Operation = operations[name]
  const call = () => newTenant(api.core).then(sampleCalls[name])

  test('answers as its row says, with and without a key', async () => {
    for (const key of [undefined, 'svcex_nonsense']) {
      const answer = await send(api.url, name, await call(), key)
      expect(answer.status, answer.text).toBe(row.status)
      expect(row.response.safeParse(answer.json).error).toBeUndefined()
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('ratelimit-policy')).toBe(`"open";q=${openLimit.perMinute};w=60`)
    }
  })

  test('refuses an address whose bucket is empty, and no other', async () => {
    const headers = { 'X-Forwarded-For': `192.0.2.${openNames.indexOf(name)}` }
    const address = headers['X-Forwarded-For']
    for (let i = 0; i < openLimit.burst; i += 1) api.core.addresses.takeOpen(address)
    const answer = await send(api.url, name, await call(), undefined, headers)
    expect([answer.status, codeOf(answer)]).toEqual([429, 'rate-limited'])
    expect(answer.headers.get('retry-after')).toBe('2')
    expect(answer.headers.get('ratelimit')).toMatch('"open";r=0;')
    expect((await send(api.url, name, await call(), undefined)).status).toBe(row.status)
  })

  test('refuses what it does not know, with a pointer', async () => {
    const { body } = await call()
    const query = await send(api.url, name, { body, query: { nope: '1' } }, undefined)
    expect(query.json.errors).toContainEqual(expect.objectContaining({ pointer: '/query/nope' }))
    const wrong = await send(api.url, name, { body: { nope: true } }, undefined)
    expect([wrong.status, codeOf(wrong)]).toEqual([400, 'invalid-request'])
    expect(wrong.json.errors[0].pointer).toMatch(/^\/body/)
  })
})

async function makeOwn(
  tenant: Awaited<ReturnType<typeof newTenant>>,
  parameter: string,
  id: string,
) {
  if (parameter === 'siteId') await tenant.act('sites.create', { body: { id, name: id } })
  if (parameter === 'fleetId') await tenant.act('fleets.create', { body: { id, name: id } })
  if (parameter === 'integrationId') {
    const eventTypes = ['key.revoked' as const]
    const body = { id, name: id, url: 'https://hooks.example', eventTypes }
    await tenant.act('integrations.create', { body })
  }
  if (parameter === 'thingTypeId') await tenant.act('thingTypes.create', { body: { id, name: id } })
  if (parameter === 'templateId') {
    const resources = [{ kind: 'site' as const, id, properties: { name: id } }]
    await tenant.act('templates.create', { body: { id, name: id, resources } })
  }
  if (parameter === 'metricDefinitionId') {
    const body = { id, name: id, valueType: 'number' as const }
    await tenant.act('metricDefinitions.create', { body })
  }
}
