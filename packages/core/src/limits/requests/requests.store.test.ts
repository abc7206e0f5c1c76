import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { notified } from '../../changes/testing/notified.ts'
import { atCommandLine } from '../../operator.ts'
import { run } from '../../pipeline/run.ts'
import { newOrganization, openTestCore, type TestCore } from '../../testing/core.ts'
import { declineLimitRequest, grantLimitRequest } from './decide.ts'
import { type QueuedRequest, waitingLimitRequests } from './list.ts'

let core: TestCore
beforeAll(() => {
  core = openTestCore()
})
afterAll(() => core.close())

let organization: Awaited<ReturnType<typeof newOrganization>>
beforeEach(async () => {
  organization = await newOrganization(core)
})

const wanted = { tier: 'standard', perMinute: 6000 } as const
const ask = (until: string | null = null) =>
  organization.act('limitRequests.create', {
    body: { tiers: [wanted], reason: '200 more trucks', until },
  })
const list = () => organization.act('limitRequests.list', { query: {} })
const audited = async (operation: string) =>
  (await organization.act('audit.list', { query: { operation } })).items
const inAnHour = () => new Date(core.clock().getTime() + 3_600_000)

/** The operator's queue, read in pages of two. */
async function waiting() {
  const requests: QueuedRequest[] = []
  let cursor: string | undefined
  do {
    const page = await waitingLimitRequests(atCommandLine(core), { limit: 2, cursor })
    expect(page.items.length).toBeLessThanOrEqual(2)
    requests.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return requests
}

/** The limit that applies to a key's call. */
async function limitOf(keyString: string) {
  const answer = await run(core, {
    ...{ name: 'keys.self', keyString, address: '192.0.2.1', requestId: 'test' },
    ...{ ifMatch: undefined, params: {}, query: {}, readBody: undefined },
  })
  return answer.rate?.limit
}

describe('a limit request', () => {
  test('is in the operator’s queue and in no other organization’s list', async () => {
    const request = await ask()
    expect(request).toMatchObject({ status: 'Open', tiers: [wanted], decision: null })
    expect((await list()).items).toEqual([request])
    const queue = await waiting()
    const whose = { organizationId: organization.id, organizationName: organization.id }
    expect(queue).toContainEqual({ ...whose, ...request })
    const stranger = await newOrganization(core)
    expect(await stranger.act('limitRequests.list', { query: {} })).toEqual({
      items: [],
      nextCursor: null,
    })
    expect(await audited('limitRequests.create')).toMatchObject([{ after: { id: request.id } }])
  })

  test('waits in the queue behind earlier ones, page by page', async () => {
    const ids: string[] = []
    for (let i = 0; i < 3; i += 1) {
      core.advance(i)
      ids.push((await ask()).id)
      core.advance(-i)
    }
    const own = (await waiting()).filter((one) => one.organizationId === organization.id)
    expect(own.map(({ id }) => id)).toEqual(ids)
  })

  test('is rejected while too many are open or when its end is past', async () => {
    for (let i = 0; i < 10; i += 1) await ask()
    await expect(ask()).rejects.toMatchObject({ code: 'conflict' })
    await expect(ask(core.clock().toISOString())).rejects.toMatchObject({
      errors: [{ pointer: '/body/until', detail: 'must be in the future' }],
    })
  })
})

describe('granting a limit request', () => {
  test('raises the limit of running clients once announced, and stores the reason', async () => {
    const { key } = await organization.mint()
    expect(await limitOf(key)).toEqual({ perMinute: 600, burst: 1000 })
    const { id } = await ask()
    await grantLimitRequest(atCommandLine(core), id, { reason: 'of course' })
    await notified(core.db, [core.changes])
    expect(await limitOf(key)).toEqual({ perMinute: 6000, burst: 10_000 })
    const granted = [{ tier: 'standard', perMinute: 6000, burst: 10_000 }]
    const decision = { reason: 'of course', granted, until: null, at: core.clock().toISOString() }
    expect((await list()).items).toMatchObject([{ id, status: 'Granted', decision }])
    expect(await audited('limitRequests.grant')).toMatchObject([{ actor: { id: 'operator' } }])
    expect(await audited('limits.set')).toHaveLength(1)
    expect((await waiting()).map((one) => one.id)).not.toContain(id)
  })

  test('may be partial and temporary', async () => {
    const { key } = await organization.mint()
    const { id } = await ask()
    const limits = [{ tier: 'standard', perMinute: 1200, burst: 2000 }] as const
    const until = inAnHour()
    await grantLimitRequest(atCommandLine(core), id, { limits, until, reason: 'for the move' })
    await notified(core.db, [core.changes])
    expect(await limitOf(key)).toEqual({ perMinute: 1200, burst: 2000 })
    core.advance(3600)
    expect(await limitOf(key)).toEqual({ perMinute: 600, burst: 1000 })
  })

  test('with an invalid limit changes nothing', async () => {
    const { id } = await ask()
    const limits = [{ tier: 'standard', perMinute: 1200, burst: 0 }] as const
    await expect(
      grantLimitRequest(atCommandLine(core), id, { limits, reason: 'oops' }),
    ).rejects.toMatchObject({
      errors: [{ pointer: '/limits/0/burst' }],
    })
    await expect(
      grantLimitRequest(atCommandLine(core), id, { until: core.clock(), reason: ' ' }),
    ).rejects.toMatchObject({
      errors: [{ pointer: '/reason' }, { pointer: '/until' }],
    })
    expect((await list()).items).toMatchObject([{ id, status: 'Open' }])
    expect(await audited('limits.set')).toEqual([])
  })
})

test('declining a limit request stores the reason, and decisions are final', async () => {
  const { id } = await ask()
  await expect(declineLimitRequest(atCommandLine(core), id, ' ')).rejects.toMatchObject({
    code: 'invalid-request',
  })
  await declineLimitRequest(atCommandLine(core), id, 'send batches')
  const decision = { reason: 'send batches', granted: [] }
  expect((await list()).items).toMatchObject([{ id, status: 'Declined', decision }])
  await expect(grantLimitRequest(atCommandLine(core), id, { reason: 'x' })).rejects.toMatchObject({
    code: 'conflict',
  })
  await expect(declineLimitRequest(atCommandLine(core), 'none', 'x')).rejects.toMatchObject({
    code: 'not-found',
  })
})

test('a request for storage is granted wholly or in part, with its quota in the same transaction', async () => {
  const storage = [{ kind: 'samples', bytes: 2 ** 40 } as const]
  const request = await organization.act('limitRequests.create', {
    body: { tiers: [], storage, reason: 'years of data', until: null },
  })
  expect(request).toMatchObject({ tiers: [], storage })
  const none = { body: { tiers: [], reason: 'x' } }
  await expect(organization.act('limitRequests.create', none)).rejects.toMatchObject({
    errors: [{ pointer: '/body/tiers', detail: 'must name at least one tier, or storage' }],
  })
  const quotas = async () => {
    const { items } = await organization.act('organization.storage', { query: {} })
    return items.map(({ mostBytes }) => mostBytes)
  }
  const [usual] = await quotas()
  const much = { storage: [{ kind: 'samples', bytes: 0 } as const], reason: 'x' }
  await expect(grantLimitRequest(atCommandLine(core), request.id, much)).rejects.toMatchObject({
    errors: [{ pointer: '/storage/0/bytes' }],
  })
  const part = [{ kind: 'samples', bytes: 2 ** 39 } as const]
  await grantLimitRequest(atCommandLine(core), request.id, { storage: part, reason: 'for now' })
  expect(await quotas()).toEqual([usual, 2 ** 39])
  expect((await list()).items).toMatchObject([
    { status: 'Granted', decision: { granted: [], storage: part } },
  ])
})

test('an end applies to tiers alone: given for storage, it is refused, and one requested is left out', async () => {
  const storage = [{ kind: 'samples', bytes: 2 ** 40 } as const]
  const until = inAnHour()
  const { id } = await organization.act('limitRequests.create', {
    body: { tiers: [], storage, reason: 'years of data', until: until.toISOString() },
  })
  const grant = (given: object) =>
    grantLimitRequest(atCommandLine(core), id, { reason: 'of course', ...given })
  await expect(grant({ until })).rejects.toMatchObject({ errors: [{ pointer: '/until' }] })
  core.advance(7200)
  expect(await grant({})).toMatchObject({ status: 'Granted', decision: { storage, until: null } })
  core.advance(-7200)
})
