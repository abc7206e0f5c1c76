/**
 * For every operation of the contract and every state of a key, `keys.check` predicts the answer that the call then
 * gets.
 */
import {
  type ActorName,
  actorNames,
  type Call,
  type KeyCheck,
  operations,
  tiers,
} from '@sluice/contract'
import { actForOrganization, perform } from '@sluice/core'
import { beforeEach, describe, expect, test } from 'vitest'
import { leftIn } from '../testing/buckets.ts'
import { ADDRESS, type Situation, situationsOf } from '../testing/check-situations.ts'
import { sampleCalls } from '../testing/sample-calls.ts'
import { codeOf, send } from '../testing/send.ts'
import { newTenant, type Tenant } from '../testing/tenant.ts'
import { useApi } from '../testing/use-api.ts'

const api = useApi()

const everything = { action: '*', resourceFilter: '#' } as const
type Draft = Partial<Call<'keys.create'>['body']>

const situations = situationsOf(api)

/** One tenant per situation, replaced once a call has changed something. */
const tenants = new Map<Situation, Promise<Tenant>>()

function tenantFor(situation: Situation): Promise<Tenant> {
  const tenant = tenants.get(situation) ?? newTenant(api.core)
  tenants.set(situation, tenant)
  return tenant
}

/** The answer to the call, and the predicted one. */
async function both(name: ActorName, situation: Situation) {
  const { draft, prepare, call: change } = situation
  const tenant = await tenantFor(situation)
  const sample = await sampleCalls[name](tenant)
  const call = change ? change(sample, name) : sample
  const { id, key } = await tenant.mint({ scopes: [everything], ...draft })
  await prepare?.(tenant, id, name)
  const { params = {}, query = {}, body } = call
  const question = { operation: name, params, query, body, address: ADDRESS }
  // As its organization has become.
  const actor = await actForOrganization(api.core, 'test', tenant.id)
  const foretold = (await perform(api.core, {
    ...{ name: 'keys.check', actor: actor as never, requestId: 'test', address: null },
    call: { params: { keyId: id }, body: question },
  })) as KeyCheck
  const answer = await send(api.url, name, call, key, { 'X-Forwarded-For': ADDRESS })
  const changed = answer.status < 400 && operations[name].method !== 'GET'
  if (changed && !situation.harmless) tenants.delete(situation)
  return { foretold, answer }
}

/** A resource to be created has another id each time. */
function withoutNewId(detail: string | undefined): string | undefined {
  return detail?.replace(/(KEY|INTEGRATION)\/\w+/, '$1/…')
}

/** If one step failed, all before it passed and none after it was reached. */
function expectConsistent({ allowed, steps, problem }: KeyCheck): void {
  const results = steps.map(({ result }) => result).join(' ')
  expect(results).toMatch(/^(passed ?)*(failed( not-reached)*)?$/)
  expect([results.includes('failed'), problem !== null]).toEqual([!allowed, !allowed])
  for (const { detail } of steps) expect(detail).toMatch(/\.$/)
}

describe.each(Object.entries(situations))('keys.check for %s', (_what, situation) => {
  const { applies = () => true } = situation
  // An address may fail a hundred times, and once more each second.
  beforeEach(() => api.clock.advance(1))
  test.each(actorNames.filter(applies))('foretells the answer to %s', async (name) => {
    const { foretold, answer } = await both(name, situation)
    expectConsistent(foretold)
    expect(foretold.problem?.code, answer.text).toBe(codeOf(answer))
    expect(foretold.allowed).toBe(answer.status < 400)
    if (foretold.allowed) return
    expect(withoutNewId(foretold.problem?.detail)).toBe(withoutNewId(answer.json.detail))
    expect(foretold.problem?.errors).toEqual(answer.json.errors)
  })
})

describe('keys.check', () => {
  async function checked(body: Omit<Call<'keys.check'>['body'], 'operation'>, draft: Draft = {}) {
    const tenant = await newTenant(api.core)
    const { id } = await tenant.mint({ scopes: [everything], ...draft })
    const question = { operation: 'things.get', params: { thingId: 'truck-1' }, ...body }
    return tenant.act('keys.check', { params: { keyId: id }, body: question })
  }

  const failed = ({ steps }: KeyCheck) => steps.find(({ result }) => result === 'failed')?.step

  test('checks the expiry at the requested time', async () => {
    const soon = new Date(api.clock().getTime() + 60_000).toISOString()
    expect((await checked({}, { expiresAt: soon })).allowed).toBe(true)
    const then = await checked({ at: soon }, { expiresAt: soon })
    expect([then.problem?.code, failed(then)]).toEqual(['key-expired', 'status'])
  })

  test('checks the size of a call before its scope, like the call itself', async () => {
    const question = { operation: 'metricDefinitions.create', params: {} }
    const body = { unit: '{a}'.repeat(1000) }
    const draft: Draft = { scopes: [{ action: '*', resourceFilter: 'KEY/#' }] }
    const large = await checked({ ...question, body } as never, draft)
    expect([large.problem?.code, failed(large)]).toEqual(['invalid-request', 'input'])
    expect(large.problem?.errors?.[0]?.pointer).toBe('/body/unit')
  })

  test('checks the scope on the site where a thing would be created', async () => {
    const draft: Draft = {
      scopes: [
        { action: 'write', resourceFilter: 'THING/#/#' },
        { action: 'read', resourceFilter: '#' },
      ],
    }
    const body = { name: 'Truck 9', thingTypeId: 'truck' }
    const create = { operation: 'things.create', params: {}, address: ADDRESS }
    const tenant = await newTenant(api.core)
    const { id } = await tenant.mint(draft)
    const ask = (siteId: string | null) =>
      tenant.act('keys.check', {
        params: { keyId: id },
        body: { ...create, body: { ...body, siteId } },
      })
    expect((await ask(null)).allowed).toBe(true)
    expect(await ask('yard')).toMatchObject({
      problem: { code: 'scope-missing', detail: expect.stringContaining('PLACE/Site/yard') },
    })
  })

  test('reports errors that the call would meet after authorization', async () => {
    const missing = await checked({ operation: 'sites.get', params: { siteId: 'none' } } as never)
    expect([missing.problem?.code, failed(missing)]).toEqual(['not-found', 'scope'])
    const body = { name: 'x', thingTypeId: 'none' }
    const dangling = await checked({ operation: 'things.create', params: {}, body } as never)
    expect([dangling.problem?.code, failed(dangling)]).toEqual(['invalid-request', 'state'])
    expect(dangling.problem?.errors).toEqual([
      { pointer: '/body/thingTypeId', detail: 'is not the id of a thing type' },
    ])
  })

  test.each([
    'telemetry.ingestLines',
    'telemetry.ingestArrow',
    'telemetry.ingestSeries',
    'telemetry.ingestOtlp',
  ] as const)('takes the body of %s as text', async (operation) => {
    const tenant = await newTenant(api.core)
    const { params = {}, body } = await sampleCalls[operation](tenant)
    const { id, key } = await tenant.mint()
    const form = operation === 'telemetry.ingestLines' ? 'utf8' : 'base64'
    const ask = async (text: string) => {
      const question = { operation, params, body: text, address: ADDRESS }
      return send(api.url, 'keys.check', { params: { keyId: id }, body: question } as never, key)
    }
    const whole = Buffer.from(body as Uint8Array)
    expect((await ask(whole.toString(form))).json.problem).toBeNull()
    const cut = (await ask(whole.subarray(0, whole.length >> 1).toString(form))).json
    expect([cut.problem?.code, failed(cut)]).toEqual(['invalid-request', 'input'])
  })

  test('uses no units of the checked key and changes nothing', async () => {
    const tenant = await newTenant(api.core)
    const { id } = await tenant.mint()
    const call = { operation: 'things.delete', params: { thingId: 'truck-1' }, address: ADDRESS }
    const { allowed } = await tenant.act('keys.check', { params: { keyId: id }, body: call })
    expect(allowed).toBe(true)
    const left = await leftIn(api.core, tenant.id, 'standard', id)
    expect(left).toMatchObject({ tier: tiers.standard.burst, failures: tiers.standard.burst })
    const thing = { params: { thingId: 'truck-1' }, query: {} }
    expect(await tenant.act('things.get', thing)).toMatchObject({ id: 'truck-1' })
    const { items } = await tenant.act('audit.list', { query: { operation: 'things.delete' } })
    expect(items).toEqual([])
  })

  test.each([
    [{ operation: 'things.fly' }, '/body/operation', /operationIds/],
    [{ operation: 'toString' }, '/body/operation', /operationIds/],
    [{ operation: 'leakedKeys.report' }, '/body/operation', /needs no key/],
    [{ address: '192.0.2.0/24' }, '/body/address', /IPv4 or IPv6/],
    [{ at: 'tomorrow' }, '/body/at', /ISO 8601/],
  ])('rejects %j', async (body, pointer, detail) => {
    await expect(checked(body as never)).rejects.toMatchObject({
      errors: [{ pointer, detail: expect.stringMatching(detail) }],
    })
  })
})
