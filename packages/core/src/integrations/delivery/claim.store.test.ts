import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { openTestCore } from '../../testing/core.ts'
import { claimDue, nextDueAt, release } from './claim.ts'
import { newReceiver } from './testing/new-receiver.ts'

const core = openTestCore(new Date('2026-02-01T12:00:00Z'))
afterAll(() => core.close())

/** An integration with pending deliveries that no change has caused. */
async function newLane() {
  const { organizationId } = await newReceiver(core)
  const job = { organizationId, integrationId: 'hook' }
  const where = { organizationId }
  let made = 0

  async function add(resource: string, count: number): Promise<void> {
    const ids = Array.from({ length: count }, () => `event-${made++}`)
    const [occurredAt, type] = [core.clock(), 'thing.updated']
    const events = ids.map((id) => ({ organizationId, id, type, resource, occurredAt, data: {} }))
    await core.db.event.createMany({ data: events })
    const [dueAt, createdAt] = [occurredAt, occurredAt]
    await core.db.delivery.createMany({
      data: ids.map((id) => ({ ...job, id, eventId: id, resource, dueAt, createdAt })),
    })
  }

  const claim = (most: number) => claimDue(core.db, job, core.clock(), most)
  const end = (ids: string[], status: 'succeeded' | 'failed' = 'succeeded') =>
    core.db.delivery.updateMany({
      where: { ...where, id: { in: ids } },
      data: { status, finishedAt: core.clock(), leasedUntil: null },
    })
  const rows = () => core.db.delivery.findMany({ where, orderBy: { position: 'asc' } })
  return {
    ...{ organizationId, job, add, claim, end, rows },
    nextDueAt: () => nextDueAt(core.db, job),
  }
}

type Lane = Awaited<ReturnType<typeof newLane>>
type Row = Awaited<ReturnType<Lane['rows']>>[number]

/** The oldest pending delivery of each resource. */
function oldestOf(rows: readonly Row[]): Row[] {
  const oldest = new Map<string, Row>()
  for (const row of rows) {
    // A thing's type may change.
    const thing = row.resource.split('/').at(-1) ?? ''
    if (row.status === 'pending' && !oldest.has(thing)) oldest.set(thing, row)
  }
  return [...oldest.values()]
}

const isDue = ({ dueAt, leasedUntil }: Row, now: Date) =>
  dueAt <= now && (leasedUntil === null || leasedUntil <= now)

/** An event in the life of a lane; `pick` selects among what exists. */
const act = fc.record({
  what: fc.constantFrom(
    'add',
    'claim',
    'end',
    'fail',
    'retry',
    'release',
    'resend',
    'forget',
    'wait',
  ),
  pick: fc.nat(1000),
  count: fc.integer({ min: 1, max: 6 }),
})
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never

async function carryOut(lane: Lane, { what, pick, count }: Act): Promise<void> {
  const { job, organizationId } = lane
  const rows = await lane.rows()
  const leased = rows.filter(({ leasedUntil }) => leasedUntil !== null).map(({ id }) => id)
  const some = leased.slice(pick % (leased.length + 1)).slice(0, count)
  if (what === 'add') await lane.add(`THING/${pick % 2 ? 'truck' : 'van'}/${pick % 3}`, count)
  if (what === 'claim') await lane.claim(count)
  if (what === 'end') await lane.end(some)
  if (what === 'fail') await lane.end(some, 'failed')
  if (what === 'release') await release(core.db, job, some.map((id) => ({ id })) as never)
  if (what === 'wait') core.advance(pick % 200)
  if (what === 'retry') {
    const dueAt = new Date(core.clock().getTime() + pick * 1000)
    const where = { organizationId, id: { in: some }, status: 'pending' } as const
    await core.db.delivery.updateMany({ where, data: { dueAt, leasedUntil: null } })
  }
  const { id } = rows[pick % rows.length] ?? {}
  if (what === 'resend' && id) {
    const data = { status: 'pending', dueAt: core.clock(), finishedAt: null } as const
    await core.db.delivery.updateMany({ where: { organizationId, id }, data })
  }
  if (what === 'forget') await core.db.event.deleteMany({ where: { organizationId, id: id ?? '' } })
}

/** Claims everything due, and compares it with the rows. */
async function expectDueClaimed(lane: Lane): Promise<void> {
  const now = core.clock()
  const oldest = oldestOf(await lane.rows())
  expect(oldest.filter(({ behind }) => behind)).toEqual([])
  const due = oldest.filter((row) => isDue(row, now))
  const claimed = await lane.claim(100)
  expect(claimed.map(({ id }) => id).sort()).toEqual(due.map(({ id }) => id).sort())
  const after = oldestOf(await lane.rows()).map(({ dueAt, leasedUntil }) =>
    Math.max(dueAt.getTime(), leasedUntil?.getTime() ?? 0),
  )
  const next = (await lane.nextDueAt())?.getTime()
  expect(next).toBe(after.length > 0 ? Math.min(...after) : undefined)
  await release(core.db, lane.job, claimed)
}

test('what may be claimed are the oldest of each resource, whatever happened, also at once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(act, { minLength: 1, maxLength: 3 }), { minLength: 5, maxLength: 40 }),
      async (steps) => {
        const lane = await newLane()
        for (const atOnce of steps) {
          await Promise.all(atOnce.map((one) => carryOut(lane, one)))
          await expectDueClaimed(lane)
        }
      },
    ),
    { numRuns: 25 },
  )
})

test('what waits behind others is looked at once, and comes in order', async () => {
  const lane = await newLane()
  await lane.add('THING/truck/many', 5000)
  await lane.add('THING/truck/one', 1)
  const claimed: string[] = []
  // A single claim does not mark very many.
  for (let tries = 0; claimed.length < 2; tries += 1) {
    expect(tries).toBeLessThan(5)
    claimed.push(...(await lane.claim(16)).map(({ id }) => id))
  }
  expect(claimed).toEqual(['event-0', 'event-5000'])
  expect((await lane.rows()).filter(({ behind }) => behind)).toHaveLength(4999)
  for (let i = 0; i < 3; i += 1) {
    await lane.end([`event-${i}`])
    expect((await lane.claim(16)).map(({ id }) => id)).toEqual([`event-${i + 1}`])
  }
})

test('no two workers claim the same delivery, nor two of one resource', async () => {
  const lane = await newLane()
  for (let i = 0; i < 30; i += 1) await lane.add(`THING/truck/${i % 10}`, 2)
  const claims = await Promise.all([lane.claim(4), lane.claim(4), lane.claim(4)])
  const ids = claims.flat().map(({ id }) => id)
  expect(new Set(ids).size).toBe(10)
  expect(ids).toHaveLength(10)
})
