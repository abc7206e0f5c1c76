/** The matrix of all operations: calls that are rejected. */
import {
  actorNames,
  type KeyAccess,
  type Operation,
  operations,
  problemSchema,
  type Tier,
  tiers,
} from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { drain, leftIn } from '../testing/buckets.ts'
import { makeResource } from '../testing/make-resource.ts'
import { once } from '../testing/once.ts'
import { codeOf, send } from '../testing/send.ts'
import { newTenant } from '../testing/tenant.ts'
import { tenantWithCall } from '../testing/tenant-with-call.ts'
import { useApi } from '../testing/use-api.ts'

const api = useApi()

describe.each(actorNames)('%s', (name) => {
  const row: Operation = operations[name]
  const access = row.access as KeyAccess
  const tier = row.tier as Tier
  const limit = tiers[tier]

  /** One tenant for all, because rejected calls do not affect one another. */
  const refusing = once(() => tenantWithCall(api, name))

  /** The answer to a sample call with a new key, for which it is to be rejected. */
  async function refuse(draft: Parameters<Awaited<ReturnType<typeof newTenant>>['mint']>[0]) {
    const { tenant, call } = await refusing()
    const { key } = await tenant.mint(draft)
    return send(api.url, name, call, key)
  }

  test('rejects a call without a key', async () => {
    const { call } = await refusing()
    const answer = await send(api.url, name, call, undefined)
    expect([answer.status, codeOf(answer)]).toEqual([401, 'key-missing'])
    expect(answer.headers.get('www-authenticate')).toContain('ApiKey')
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(problemSchema.safeParse(answer.json).success).toBe(true)
  })

  test('rejects a malformed key', async () => {
    const { tenant, call } = await refusing()
    const { key } = await tenant.mint()
    const mistyped = key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A')
    const answer = await send(api.url, name, call, mistyped)
    expect([answer.status, codeOf(answer)]).toEqual([401, 'key-malformed'])
  })

  test('rejects an unknown key', async () => {
    const { tenant, call } = await refusing()
    const { id, key } = await tenant.mint()
    await api.core.db.key.delete({ where: { id } })
    const answer = await send(api.url, name, call, key)
    expect([answer.status, codeOf(answer)]).toEqual([401, 'key-unknown'])
  })

  test('rejects a revoked key', async () => {
    const { tenant, call } = await refusing()
    const { id, key } = await tenant.mint()
    await tenant.act('keys.revoke', { params: { keyId: id } })
    const answer = await send(api.url, name, call, key)
    expect([answer.status, codeOf(answer)]).toEqual([401, 'key-revoked'])
  })

  test('rejects an expired key from the instant of its expiry', async () => {
    const { tenant, call } = await refusing()
    const expiresAt = new Date(api.clock().getTime() + 1000).toISOString()
    const { key } = await tenant.mint({ expiresAt })
    api.clock.advance(1)
    const answer = await send(api.url, name, call, key)
    expect([answer.status, codeOf(answer)]).toEqual([401, 'key-expired'])
  })

  test('rejects an address outside the allow-list', async () => {
    const answer = await refuse({ allowedIpCidrs: ['192.0.2.0/24', '2001:db8::/32'] })
    expect([answer.status, codeOf(answer)]).toEqual([403, 'address-not-allowed'])
  })

  test('is rate-limited when the bucket is empty, with Retry-After', async () => {
    const { call } = await refusing()
    const tenant = await newTenant(api.core)
    const { key, id: keyId } = await tenant.mint()
    await drain(api.core, tenant.id, tier)
    if (row.hasReserve) {
      // The reserve serves it, and is bounded as well.
      expect((await send(api.url, name, call, key)).status).not.toBe(429)
      while (api.core.reserves.take(keyId));
    }
    const answer = await send(api.url, name, call, key)
    expect(answer.status).toBe(429)
    expect(answer.headers.get('retry-after')).toBe('1')
    expect(answer.headers.get('ratelimit')).toMatch(`"${row.tier}";r=0;`)
    expect(answer.json).toMatchObject({ status: 429, title: 'Too Many Requests' })
    expect(answer.json.detail).toContain('rate limit exceeded')
  })

  test('returns the unit of a rejected call', async () => {
    const { tenant, call } = await refusing()
    const { key } = await tenant.mint()
    await send(api.url, name, { ...call, query: { ...call.query, nonsense: '1' } }, key)
    expect((await leftIn(api.core, tenant.id, tier)).tier).toBe(limit.burst)
  })

  test.skipIf(access.target === 'self')('rejects a key whose scopes do not cover it', async () => {
    const resourceFilter = access.resource === 'organization' ? 'KEY/none' : 'ORGANIZATION'
    const scopes = [{ action: '*' as const, resourceFilter }]
    const answer = await refuse({ scopes })
    const hidden = access.target === 'one'
    expect([answer.status, codeOf(answer)]).toEqual(
      hidden ? [404, 'not-found'] : [403, 'scope-missing'],
    )
  })

  const judgedByPath = ['one', 'many', 'own'].includes(access.target)
  test.skipIf(!judgedByPath)('checks the scope before the input', async () => {
    const { tenant, call } = await refusing()
    const resourceFilter = access.resource === 'organization' ? 'KEY/none' : 'ORGANIZATION'
    const { key } = await tenant.mint({ scopes: [{ action: '*', resourceFilter }] })
    const wrong = { ...call, query: { ...call.query, nope: '1' } }
    expect((await send(api.url, name, wrong, key)).status).toBe(access.target === 'one' ? 404 : 403)
  })

  test.skipIf(access.action === 'read')(
    'rejects a key that may only read, and names the missing scope',
    async () => {
      const answer = await refuse({ scopes: [{ action: 'read', resourceFilter: '#' }] })
      expect([answer.status, codeOf(answer)]).toEqual([403, 'scope-missing'])
      expect(answer.json.detail).toContain(`"action": "${access.action}"`)
    },
  )

  test.skipIf(!access.keyTypes)('rejects a key of another type', async () => {
    const answer = await refuse({ keyType: 'External' })
    expect([answer.status, codeOf(answer)]).toEqual([403, 'key-type-not-allowed'])
  })

  test.skipIf(access.target !== 'one')('hides resources of another organization', async () => {
    const { tenant, call } = await refusing()
    const stranger = await newTenant(api.core)
    const { key } = await stranger.mint()
    const elsewhere = { ...call, params: { ...call.params } }
    // The stranger has resources with the same ids: use one that only the tenant has.
    const [parameter = ''] = Object.keys(call.params ?? {})
    if (parameter === 'thingId') {
      await stranger.act('things.delete', { params: { thingId: 'truck-1' } })
    } else if (parameter !== 'keyId') {
      const before = await send(api.url, name, call, key)
      expect(before.text).not.toContain(tenant.id)
      elsewhere.params[parameter] = 'only-the-tenants'
      await makeResource(tenant, parameter, 'only-the-tenants')
    }
    const answer = await send(api.url, name, elsewhere, key)
    expect([answer.status, codeOf(answer)]).toEqual([404, 'not-found'])
  })

  const [textPart] = (['params', 'query'] as const).filter((one) => row[one])

  test.skipIf(!textPart)('rejects a text that is too long before it checks the scope', async () => {
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

  test('rejects an unknown parameter, with a pointer', async () => {
    const { tenant, call } = await refusing()
    const { key } = await tenant.mint()
    const answer = await send(api.url, name, { ...call, query: { ...call.query, nope: '1' } }, key)
    expect([answer.status, codeOf(answer)]).toEqual([400, 'invalid-request'])
    expect(answer.json.errors).toContainEqual(expect.objectContaining({ pointer: '/query/nope' }))
  })

  test.skipIf(!row.body)('rejects an invalid body, with a pointer', async () => {
    const { tenant, call } = await refusing()
    const { key } = await tenant.mint()
    // OTLP ignores unknown fields, but not errors in known ones.
    const body = row.orJson ? { resourceMetrics: true } : { nope: true }
    const answer = await send(api.url, name, { ...call, body }, key)
    expect([answer.status, codeOf(answer)]).toEqual([400, 'invalid-request'])
    expect(answer.json.errors[0].pointer).toMatch(/^\/body/)
  })
})
