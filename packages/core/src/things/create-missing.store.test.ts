/** Calls that create the same things at the same time, each in its own order. */
import type { Output } from '@sluice/contract'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Transaction } from '../database/client.ts'
import { newOrganization, openTestCore } from '../testing/core.ts'

const core = openTestCore()
afterAll(() => core.close())

let organization: Awaited<ReturnType<typeof newOrganization>>
beforeEach(async () => {
  organization = await newOrganization(core)
  const { act } = organization
  await act('metricDefinitions.create', { body: { id: 'air', name: 'Air', valueType: 'number' } })
  const metrics = [{ key: 'temperature', metricDefinitionId: 'air' }]
  for (const id of ['truck', 'van'])
    await act('thingTypes.create', { body: { id, name: id, metrics } })
})

function report(...ids: string[]): Promise<Output<'telemetry.ingestThings'>> {
  const frames = ids.map((thingId) => {
    return { thingId, timestamp: '2026-06-01T11:00:00Z', values: { temperature: 4 } }
  })
  const query = { createMissing: 'truck', onError: 'skip' } as const
  return organization.act('telemetry.ingestThings', { query, body: { frames } })
}

/** Things created by another transaction, until it commits or rolls back. */
async function making(thingTypeId: string, ...ids: string[]) {
  const made = Promise.withResolvers<number>()
  const over = Promise.withResolvers<void>()
  const work = async (db: Transaction) => {
    const row = { organizationId: organization.id, thingTypeId }
    await db.thing.createMany({ data: ids.map((id) => ({ ...row, id, name: id })) })
    const [session] = await db.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`
    made.resolve(session?.pid ?? 0)
    await over.promise
  }
  const ended = core.db.$transaction(work, { timeout: 120_000 })
  ended.catch(made.reject)
  const pid = await made.promise
  return {
    waitingFor: () => waitingFor(pid),
    end: async () => {
      over.resolve()
      await ended
    },
    takeBack: async () => {
      over.reject(new Error('It is taken back.'))
      await ended.catch(() => {})
    },
  }
}

/** The number of sessions that wait for one, directly or indirectly. */
async function waitingFor(pid: number): Promise<number> {
  const [row] = await core.db.$queryRaw<{ count: number }[]>`
    WITH RECURSIVE waiting (pid) AS (
      SELECT ${pid}::int
      UNION
      SELECT session.pid FROM pg_stat_activity AS session
        JOIN waiting ON waiting.pid = ANY(pg_blocking_pids(session.pid))
    )
    SELECT count(*)::int - 1 AS count FROM waiting`
  return row?.count ?? 0
}

const createdBy = ({ things }: Output<'telemetry.ingestThings'>) =>
  things.filter(({ created }) => created).map(({ thingId }) => thingId)

async function audited(): Promise<string[]> {
  const where = { organizationId: organization.id, operation: 'things.create' }
  const entries = await core.db.auditEntry.findMany({ where })
  return entries.map(({ resource }) => resource).sort()
}

test('opposite orders wait for each other, and each thing is created and reported once', async () => {
  const other = await making('truck', 'm')
  const answers = Promise.all([report('a', 'm', 'z'), report('z', 'm', 'a')])
  await expect.poll(other.waitingFor).toBe(2)
  await other.end()
  const [first, second] = await answers
  expect([first, second]).toMatchObject([
    { accepted: 3, rejected: 0 },
    { accepted: 3, rejected: 0 },
  ])
  expect([...createdBy(first), ...createdBy(second)].sort()).toEqual(['a', 'z'])
  expect(await audited()).toEqual(['THING/truck/a', 'THING/truck/z'])
})

test('however many others make some of them meanwhile, the rest is made', async () => {
  const ids = Array.from({ length: 5 }, (_, i) => `host-${i}`)
  let other = await making('truck', 'host-0')
  const answer = report(...ids, 'last')
  for (const id of ids.slice(1)) {
    await expect.poll(other.waitingFor).toBe(1)
    const next = await making('truck', id)
    await other.end()
    other = next
  }
  await expect.poll(other.waitingFor).toBe(1)
  await other.end()
  expect(await answer).toMatchObject({ accepted: 6, rejected: 0 })
  expect(createdBy(await answer)).toEqual(['last'])
})

test('of two batches that create the same things in opposite orders, one succeeds and the other learns why not', async () => {
  const other = await making('truck', 'm')
  const batch = (...ids: string[]) => {
    const things = ids.map((id) => ({ id, name: id, thingTypeId: 'truck' }))
    return organization.act('things.batch', { body: { things } })
  }
  const batches = Promise.allSettled([batch('a', 'm', 'z'), batch('z', 'm', 'a')])
  await expect.poll(other.waitingFor).toBe(2)
  await other.takeBack()
  const refused = (await batches).filter(({ status }) => status === 'rejected')
  expect(refused).toMatchObject([{ reason: { code: 'conflict', detail: 'This id is taken.' } }])
  expect(await audited()).toHaveLength(3)
})

test('what another call makes entirely is no change of this one', async () => {
  // Enough to draw numbers beyond those that Postgres has logged.
  const ids = Array.from({ length: 100 }, (_, i) => `host-${i}`)
  const other = await making('truck', ...ids)
  const answer = report(...ids)
  await expect.poll(other.waitingFor).toBe(1)
  await other.end()
  expect(await answer).toMatchObject({ accepted: 100, rejected: 0 })
  expect(createdBy(await answer)).toEqual([])
  expect(await audited()).toEqual([])
})

test('where another call makes one with another type, a repeat judges its samples', async () => {
  const other = await making('van', 'm')
  const refused = expect(report('a', 'm')).rejects.toMatchObject({
    ...{ code: 'unavailable', retryAfter: 1 },
    detail: expect.stringContaining('The thing m is being changed.'),
  })
  await expect.poll(other.waitingFor).toBe(1)
  await other.end()
  await refused
  expect(await report('a', 'm')).toMatchObject({ accepted: 2, rejected: 0 })
})
