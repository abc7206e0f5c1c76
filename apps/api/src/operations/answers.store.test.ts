/**
 * The matrix of all operations: what holds for any is tested for each, so a new one is covered at once. Here:
 * calls that succeed.
 */
import {
  type ActorName,
  actorNames,
  type Operation,
  operations,
  type Tier,
  takesIdempotencyKey,
  tiers,
} from '@sluice/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { leftIn } from '../testing/buckets.ts'
import { newBystander } from '../testing/bystander.ts'
import { once } from '../testing/once.ts'
import { send } from '../testing/send.ts'
import { tenantWithCall } from '../testing/tenant-with-call.ts'
import { useApi } from '../testing/use-api.ts'

const api = useApi()
let bystander: Awaited<ReturnType<typeof newBystander>>
beforeAll(async () => {
  bystander = await newBystander(api.core)
})

/** Changes of many things are audited as single calls. */
const auditedAs: Partial<Record<ActorName, string>> = {
  'things.batch': 'things.create',
  'things.change': 'things.update',
}

describe.each(actorNames)('%s', (name) => {
  const row: Operation = operations[name]
  const tier = row.tier as Tier
  const limit = tiers[tier]

  /** One successful sample call, with the state before and after it. */
  const succeeded = once(async () => {
    const { tenant, call } = await tenantWithCall(api, name)
    const { key } = await tenant.mint()
    const operation = auditedAs[name] ?? name
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

  test('answers as the contract says and does not affect an organization with the same ids', async () => {
    const { before, answer, after } = await succeeded()
    expect(answer.status, answer.text).toBe(row.status)
    if (row.status !== 204) expect(row.response.safeParse(answer.json).error).toBeUndefined()
    if (row.status === 201) {
      const { createdAt, updatedAt = createdAt } = answer.json
      expect(updatedAt).toBe(createdAt)
    }
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{12}-[0-9a-z]+$/)
    expect(answer.headers.get('ratelimit-policy')).toBe(`"${row.tier}";q=${limit.perMinute};w=60`)
    for (const mark of bystander.marks) expect(answer.text).not.toContain(mark)
    expect(after.bystander).toBe(before.bystander)
  })

  test('uses one unit', async () => {
    const { before, after } = await succeeded()
    expect([before.units, after.units]).toEqual([limit.burst, limit.burst - 1])
  })

  test.skipIf(!takesIdempotencyKey(row))('runs once for a repeated Idempotency-Key', async () => {
    const { tenant, call } = await tenantWithCall(api, name)
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

  test('is audited exactly when it changes something', async () => {
    const { before, after } = await succeeded()
    const changes = row.method !== 'GET' && !row.readOnly && !row.ingests
    // A rotation changes two keys, and a change of members the fleet and the thing.
    const expected = name === 'keys.rotate' || name === 'fleets.changeMembers' ? 2 : 1
    expect(after.audit.length - before.audit.length).toBe(changes ? expected : 0)
    expect(
      JSON.stringify(after.audit, (_, value) => (typeof value === 'bigint' ? 0 : value)),
    ).not.toMatch(/svc(ex|ad)_\w{12}_\w{10}|whsec_/)
  })
})

test('the snapshot of a bystander organization detects a change', async () => {
  const someone = await newBystander(api.core)
  const untouched = await someone.everything()
  for (const table of ['template_applications', 'deliveries', 'fleet_members', 'keys']) {
    expect(untouched).toContain(`"table":"${table}"`)
  }
  await someone.act('things.update', { params: { thingId: 'truck-1' }, body: { name: 'Other' } })
  expect(await someone.everything()).not.toBe(untouched)
})
