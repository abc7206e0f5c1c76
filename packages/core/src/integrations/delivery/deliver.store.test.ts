import { Webhook } from 'standardwebhooks'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { openTestCore } from '../../testing/core.ts'
import { forgetOldEvents } from './forget-old-events.ts'
import type { OutgoingRequest } from './send.ts'
import { down, fine, newReceiver } from './testing/new-receiver.ts'
import { wakeStrayDeliveries } from './wake-stray.ts'

// Other suites' deliveries are from later: this one deletes old ones of all organizations.
const core = openTestCore(new Date('2026-01-01T12:00:00Z'))
afterAll(() => core.close())

const DAY = 86_400

test('a receiver down for a day receives every event, in order within each resource', async () => {
  const hook = await newReceiver(core)
  hook.answers(down)
  await hook.makeThing('truck-1')
  await hook.makeThing('truck-2')
  for (const name of ['one', 'two', 'three']) await hook.rename('truck-1', name)
  await hook.deliver()
  for (const seconds of [5, 300, 1800, 7200, 18_000, 36_000]) {
    core.advance(seconds)
    await hook.deliver()
  }
  expect(hook.received).toEqual([])
  expect((await hook.integration()).failingSince).not.toBeNull()
  const waiting = await hook.log()
  expect(waiting.every(({ status }) => status === 'Pending')).toBe(true)
  expect(waiting.find(({ resource }) => resource?.endsWith('truck-2'))?.lastError).toMatch(
    'refused',
  )

  hook.answers(() => fine)
  core.advance(DAY)
  await hook.deliver()
  const delivered = hook.delivered()
  const names = (id: string) =>
    delivered.filter(({ data }) => data.thing.id === id).map(({ data }) => data.thing.name)
  expect(names('truck-1')).toEqual(['truck-1', 'one', 'two', 'three'])
  expect(names('truck-2')).toEqual(['truck-2'])
  expect(delivered).toHaveLength(5)
  expect((await hook.integration()).failingSince).toBeNull()
})

test('all pending deliveries are due as soon as a receiver answers again', async () => {
  const hook = await newReceiver(core)
  hook.answers(down)
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) await hook.makeThing(id)
  await hook.deliver()
  core.advance(5)
  await hook.deliver()
  hook.answers(() => fine)
  // One is due after five minutes; the others would be due later by their own backoff.
  await hook.makeThing('g')
  await hook.deliver()
  expect(hook.delivered()).toHaveLength(7)
})

test('a job for a slow receiver ends soon, and another one goes on', async () => {
  const hook = await newReceiver(core)
  for (let i = 0; i < 40; i += 1) await hook.makeThing(`thing-${i}`)
  let now = 0
  hook.times(() => now)
  hook.answers(() => {
    now += 250
    return fine
  })
  // About sixteen at a time, until five seconds have passed.
  await hook.deliver()
  expect(hook.received.length).toBeGreaterThan(20)
  expect(hook.received.length).toBeLessThan(40)
  await hook.deliver()
  expect(hook.delivered()).toHaveLength(40)
})

test('a key string that a receiver quotes is not kept', async () => {
  const hook = await newReceiver(core)
  const { id, key } = await hook.mint()
  const body = `{"error": "no key ${key}"}`
  hook.answers(() => ({ status: 400, headers: { 'x-key': key }, body }))
  await hook.makeThing('truck-1')
  await hook.deliver()
  const [failed] = await hook.log()
  const { attempts } = await hook.act('integrations.delivery', {
    params: { integrationId: 'hook', deliveryId: failed?.id ?? '' },
    query: {},
  })
  const shown = `${key.slice(0, 6)}${id}_...`
  expect(attempts[0]).toMatchObject({
    responseBody: `{"error": "no key ${shown}"}`,
    responseHeaders: { 'x-key': shown },
  })
})

test('an event that is rejected repeatedly delays only its own resource', async () => {
  const hook = await newReceiver(core)
  hook.answers(({ body }) =>
    body.includes('poison') ? { status: 400, headers: {}, body: 'no such truck' } : fine,
  )
  await hook.makeThing('poison')
  await hook.rename('poison', 'renamed poison')
  for (let day = 0; day < 10; day += 1) {
    await hook.makeThing(`well-${day}`)
    await hook.deliver()
    core.advance(DAY)
  }
  const log = await hook.log()
  const [second, first] = log.filter(({ resource }) => resource?.endsWith('poison'))
  expect(first).toMatchObject({ status: 'Failed', tries: 10, lastStatus: 400 })
  expect(second).toMatchObject({ status: 'Pending', tries: 1 })
  expect(log.filter(({ status }) => status === 'Succeeded')).toHaveLength(10)
  const detail = await hook.act('integrations.delivery', {
    params: { integrationId: 'hook', deliveryId: first?.id ?? '' },
    query: {},
  })
  expect(detail.attempts).toHaveLength(10)
  expect(detail.attempts[0]).toMatchObject({ status: 400, responseBody: 'no such truck' })
  expect(detail.payload).toMatchObject({ type: 'thing.created' })
})

test('a delivery is retried after the Retry-After of the receiver', async () => {
  const hook = await newReceiver(core)
  hook.answers(() => ({ status: 503, headers: { 'retry-after': '3600' }, body: '' }))
  await hook.makeThing('truck-1')
  await hook.deliver()
  core.advance(3599)
  await hook.deliver()
  expect(hook.received).toHaveLength(1)
  core.advance(1)
  await hook.deliver()
  expect(hook.received).toHaveLength(2)
})

test('three days of failure disable an integration, and enabling it resumes pending deliveries', async () => {
  const hook = await newReceiver(core)
  hook.answers(down)
  await hook.makeThing('truck-1')
  await hook.deliver()
  core.advance(3 * DAY)
  await hook.deliver()
  const off = await hook.integration()
  expect(off).toMatchObject({ enabled: false, disabledReason: expect.stringMatching('since') })
  const audited = await hook.act('audit.list', { query: { operation: 'integrations.disable' } })
  expect(audited.items).toHaveLength(1)
  await expect(
    hook.act('integrations.test', { params: { integrationId: 'hook' } }),
  ).rejects.toMatchObject({ code: 'conflict' })

  hook.answers(() => fine)
  await hook.act('integrations.update', {
    params: { integrationId: 'hook' },
    body: { enabled: true },
  })
  await hook.deliver()
  expect(hook.delivered().map(({ data }) => data.thing.id)).toEqual(['truck-1'])
})

test('410 Gone disables an integration at once', async () => {
  const hook = await newReceiver(core)
  hook.answers(() => ({ status: 410, headers: {}, body: '' }))
  await hook.makeThing('truck-1')
  await hook.deliver()
  expect(await hook.integration()).toMatchObject({ enabled: false })
})

test('an integration is disabled whose receiver fails while more waits than may, and keeps what waits', async () => {
  const hook = await newReceiver(core)
  hook.answers(down)
  for (let i = 0; i < 4; i += 1) await hook.makeThing(`truck-${i}`)
  await hook.deliver(core.db, 'hook', 4)
  expect(await hook.integration()).toMatchObject({ enabled: true })
  await hook.makeThing('truck-4')
  core.advance(DAY)
  await hook.deliver(core.db, 'hook', 4)
  const disabledReason = 'The receiver fails, and more than 4 deliveries are pending.'
  expect(await hook.integration()).toMatchObject({ enabled: false, disabledReason })
  expect((await hook.log()).map(({ status }) => status)).toEqual(Array(5).fill('Pending'))
})

test('new events do not wake the deliveries of a receiver that is down; a test, a sweep and another URL do', async () => {
  const hook = await newReceiver(core)
  hook.answers(down)
  const jobs = async () => {
    const key = `deliver/${hook.organizationId}/hook`
    const [row] = await core.db.$queryRaw<{ jobs: number }[]>`
      SELECT count(*)::int AS jobs FROM graphile_worker.jobs WHERE key = ${key} AND run_at <= now() + interval '1 minute'`
    await core.db.$executeRaw`SELECT graphile_worker.remove_job(${key})`
    return row?.jobs
  }
  for (let i = 0; i < 5; i += 1) {
    await hook.makeThing(`truck-${i}`)
    expect(await jobs()).toBe(1)
    await hook.deliver()
  }
  await jobs()
  await hook.makeThing('truck-5')
  expect(await jobs()).toBe(0)
  await hook.act('integrations.test', { params: { integrationId: 'hook' } })
  expect(await jobs()).toBe(1)
  core.advance(180)
  await wakeStrayDeliveries(core)
  expect(await jobs()).toBe(1)
  const body = { url: 'https://other.example/in' }
  await hook.act('integrations.update', { params: { integrationId: 'hook' }, body })
  expect(await hook.integration()).toMatchObject({ failingSince: null })
  expect(await jobs()).toBe(1)
  await hook.makeThing('truck-6')
  expect(await jobs()).toBe(1)
})

test('a job is not queued again for at once by a node whose clock is behind that of Postgres', async () => {
  const hook = await newReceiver(core)
  hook.answers(down)
  await hook.makeThing('truck-1')
  const key = `deliver/${hook.organizationId}/hook`
  await core.db.$executeRaw`SELECT graphile_worker.remove_job(${key})`
  await hook.deliver()
  const [job] = await core.db.$queryRaw<{ pauses: boolean }[]>`
    SELECT run_at >= updated_at + interval '1 second' AS pauses FROM graphile_worker.jobs WHERE key = ${key}`
  expect(job).toEqual({ pauses: true })
})

test('what the receiver of an earlier URL still answers does not count for the new one', async () => {
  const hook = await newReceiver(core)
  const params = { integrationId: 'hook' }
  const states: unknown[] = []
  for (const status of [410, 500]) {
    const url = `https://other.example/${status}`
    hook.answers(async (request) => {
      if (request.url === url) {
        states.push(await hook.integration())
        return fine
      }
      await hook.act('integrations.update', { params, body: { url } })
      return { status, headers: {}, body: '' }
    })
    await hook.makeThing(`truck-${status}`)
    await hook.deliver()
    core.advance(5)
    await hook.deliver()
  }
  const well = { enabled: true, failingSince: null }
  expect(states).toMatchObject([well, well])
})

test('a delivery that is redelivered while its last attempt fails has all its attempts', async () => {
  const hook = await newReceiver(core)
  await hook.makeThing('truck-1')
  const where = { organizationId: hook.organizationId }
  await core.db.delivery.updateMany({ where, data: { tries: 9 } })
  const [{ id: deliveryId } = { id: '' }] = await hook.log()
  let isFirst = true
  hook.answers(async () => {
    if (!isFirst) return fine
    isFirst = false
    await hook.act('integrations.redeliver', { params: { integrationId: 'hook', deliveryId } })
    return down()
  })
  await hook.deliver()
  expect(await hook.log()).toMatchObject([{ status: 'Succeeded', tries: 1 }])
})

test('more may wait for a receiver that is only slow', async () => {
  const hook = await newReceiver(core)
  for (let i = 0; i < 6; i += 1) await hook.makeThing(`truck-${i}`)
  await hook.deliver(core.db, 'hook', 0)
  expect(await hook.integration()).toMatchObject({ enabled: true })
  expect(hook.received).toHaveLength(6)
})

/** Sends a test event. Returns which of the secrets have signed it, in order. */
async function signers(
  hook: Awaited<ReturnType<typeof newReceiver>>,
  secrets: readonly string[],
): Promise<number[]> {
  await hook.act('integrations.test', { params: { integrationId: 'hook' } })
  await hook.deliver()
  const { headers, body } = hook.received.at(-1) as OutgoingRequest
  const at = new Date(Number(headers['webhook-timestamp']) * 1000)
  const own = secrets.map((secret) =>
    new Webhook(secret).sign(headers['webhook-id'] ?? '', at, body),
  )
  return (headers['webhook-signature'] ?? '').split(' ').map((one) => own.indexOf(one))
}

test('after a rotation, deliveries are signed with both secrets until the overlap ends', async () => {
  const hook = await newReceiver(core)
  const params = { integrationId: 'hook' }
  const rotated = await hook.act('integrations.rotateSecret', {
    params,
    body: { overlapSeconds: 3600 },
  })
  expect(rotated.secret).not.toBe(hook.secret)
  const secrets = [rotated.secret, hook.secret]
  expect(await signers(hook, secrets)).toEqual([0, 1])
  core.advance(3600)
  expect(await signers(hook, secrets)).toEqual([0])
})

test('a secret whose pepper is lost does not overlap, so the new one signs', async () => {
  const peppers = new Map([[1, 'a pepper of the service']])
  const forgetful = openTestCore(core.clock(), { peppers })
  onTestFinished(() => forgetful.close())
  const hook = await newReceiver(forgetful)
  const rotate = () =>
    hook.act('integrations.rotateSecret', {
      params: { integrationId: 'hook' },
      body: { overlapSeconds: 3600 },
    })
  peppers.set(2, 'another pepper of the service')
  const second = await rotate()
  expect(await signers(hook, [second.secret, hook.secret])).toEqual([0, 1])
  peppers.delete(1)
  expect(await signers(hook, [second.secret, hook.secret])).toEqual([0])
  peppers.set(3, 'a third pepper of the service').delete(2)
  const third = await rotate()
  expect(third.previousSecretUntil).toBeNull()
  expect(await signers(hook, [third.secret, second.secret])).toEqual([0])
})

test('a test event is sent at once, even after one that failed', async () => {
  const hook = await newReceiver(core)
  const params = { integrationId: 'hook' }
  hook.answers(down)
  await hook.act('integrations.test', { params })
  await hook.deliver()
  hook.answers(() => fine)
  await hook.act('integrations.test', { params })
  await hook.deliver()
  expect((await hook.log()).map(({ status }) => status)).toEqual(['Succeeded', 'Succeeded'])
})

test('a test event is sent before all that waits, and so are those before it', async () => {
  const hook = await newReceiver(core)
  const params = { integrationId: 'hook' }
  const { organizationId } = hook
  for (let i = 0; i < 5; i += 1) await hook.makeThing(`truck-${i}`)
  await core.db.integration.updateMany({ where: { organizationId }, data: { failures: 5 } })
  let now = 0
  // Each job makes one round.
  hook.times(() => {
    now += 3000
    return now
  })
  core.advance(60)
  hook.answers(down)
  await hook.act('integrations.test', { params })
  await hook.deliver()
  hook.answers(() => fine)
  await hook.act('integrations.test', { params })
  await hook.deliver()
  const tries = (await hook.log()).map(({ status, tries }) => [status, tries])
  expect(tries).toEqual([['Pending', 0], ['Succeeded', 2], ...Array(5).fill(['Pending', 0])])
})

test('what a round sends is not deleted until its outcome is recorded', async () => {
  const hook = await newReceiver(core)
  const { organizationId } = hook
  await hook.makeThing('truck-1')
  await hook.makeThing('truck-2')
  const then = new Date(core.clock().getTime() - 30 * DAY * 1000 + 5000)
  await core.db.event.updateMany({ where: { organizationId }, data: { occurredAt: then } })
  await core.db.delivery.updateMany({ where: { organizationId }, data: { dueAt: then } })
  const clock = () => new Date(core.clock().getTime() + 10_000)
  hook.answers(async () => {
    await forgetOldEvents({ db: core.db, clock })
    return fine
  })
  await hook.deliver()
  expect((await hook.log()).map(({ status }) => status)).toEqual(['Succeeded', 'Succeeded'])
})

test('the outcomes of a round are recorded, though one of its deliveries was deleted', async () => {
  const hook = await newReceiver(core)
  const { organizationId } = hook
  await hook.makeThing('truck-1')
  await hook.makeThing('truck-2')
  hook.answers(async () => {
    const resource = 'THING/truck/truck-1'
    await core.db.delivery.deleteMany({ where: { organizationId, resource } })
    return fine
  })
  await hook.deliver()
  expect(await hook.log()).toMatchObject([{ status: 'Succeeded', tries: 1 }])
})

test('an integration that is enabled again during a round is judged by what comes then', async () => {
  const hook = await newReceiver(core)
  const params = { integrationId: 'hook' }
  hook.answers(down)
  await hook.makeThing('truck-1')
  await hook.deliver()
  core.advance(4 * DAY)
  hook.answers(async () => {
    for (const enabled of [false, true]) {
      await hook.act('integrations.update', { params, body: { enabled } })
    }
    return down()
  })
  await hook.deliver()
  expect(await hook.integration()).toMatchObject({ enabled: true })
})

test('an integration that is renamed during a round that would disable it goes on', async () => {
  const hook = await newReceiver(core)
  const key = `deliver/${hook.organizationId}/hook`
  hook.answers(async () => {
    await hook.act('integrations.update', {
      params: { integrationId: 'hook' },
      body: { name: 'Renamed' },
    })
    return { status: 410, headers: {}, body: '' }
  })
  await hook.makeThing('truck-1')
  await core.db.$executeRaw`SELECT graphile_worker.remove_job(${key})`
  await hook.deliver()
  expect(await hook.integration()).toMatchObject({ enabled: true })
  expect(
    await core.db.$queryRaw`SELECT 1 FROM graphile_worker.jobs WHERE key = ${key}`,
  ).toHaveLength(1)
})

test('a delivery can be resent by hand under the same id', async () => {
  const hook = await newReceiver(core)
  await hook.makeThing('truck-1')
  await hook.deliver()
  const [{ id: deliveryId } = { id: '' }] = await hook.log()
  await hook.act('integrations.redeliver', { params: { integrationId: 'hook', deliveryId } })
  await hook.deliver()
  const ids = hook.received.map(({ headers }) => headers['webhook-id'])
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
})

test('a delivery whose worker died is made by another when the lease expires', async () => {
  const hook = await newReceiver(core)
  await hook.makeThing('truck-1')
  const { organizationId } = hook
  const leasedUntil = new Date(core.clock().getTime() + 60_000)
  await core.db.delivery.updateMany({ where: { organizationId }, data: { leasedUntil } })
  await hook.deliver()
  expect(hook.received).toEqual([])
  core.advance(60)
  await hook.deliver()
  expect(hook.received).toHaveLength(1)
})

test('deliveries are deleted a month after they were finished or due, unless they are sent again', async () => {
  const hook = await newReceiver(core)
  const { organizationId } = hook
  const forgetAfter = (days: number) =>
    forgetOldEvents({
      db: core.db,
      clock: () => new Date(core.clock().getTime() + days * DAY * 1000),
    })
  const left = async () => {
    const events = await core.db.event.findMany({
      where: { organizationId },
      orderBy: { resource: 'asc' },
    })
    return events.map(({ resource }) => resource)
  }
  await hook.makeThing('truck-1')
  await hook.deliver()
  hook.answers(down)
  await hook.makeThing('truck-2')
  await hook.deliver()
  await forgetAfter(29)
  expect(await left()).toEqual(['THING/truck/truck-1', 'THING/truck/truck-2'])
  const [, first] = await hook.log()
  core.advance(20 * DAY)
  const params = { integrationId: 'hook', deliveryId: first?.id ?? '' }
  await hook.act('integrations.redeliver', { params })
  await forgetAfter(11)
  expect(await left()).toEqual(['THING/truck/truck-1'])
  await forgetAfter(31)
  expect(await left()).toEqual([])
  expect(await core.db.delivery.count({ where: { organizationId } })).toBe(0)
})
