import { randomBytes, randomUUID } from 'node:crypto'
import { type Lease, LeaseLost, type SharedLog } from '@sluice/telemetry'
import { expect, inject, it, onTestFinished } from 'vitest'
import { ownDatabase } from '../testing/own-database.ts'
import { openPostgresLog } from './postgres-log.ts'
import { latePackets } from './testing/late-packets.ts'
import { recordOf } from './testing/records.ts'

const limit = { bytes: 1_000_000, runs: 1000, records: 1000 }

/** A node with delayed packets, which holds the lease of a partition with a record, and a healthy one. */
async function nodes(patience = { patience: 2000, allowed: 1200 }) {
  const database = await ownDatabase(inject('databaseUrl'))
  onTestFinished(() => database.drop())
  const way = await latePackets(database.url)
  onTestFinished(() => way.close())
  const late = openPostgresLog(way.url, randomUUID(), patience)
  const well = openPostgresLog(database.url)
  for (const log of [late, well]) onTestFinished(() => log.close())
  // A starved machine may exceed this node's timeout.
  const done = (work: () => Promise<unknown>) =>
    expect.poll(() => work().then(() => 'done', String)).toBe('done')
  await done(() => late.start(async () => 0n))
  const from = (await well.progress())[3]?.tail ?? 0n
  await well.append(3, recordOf(1))
  let lease: Lease | undefined
  await done(async () => {
    lease = (await late.beat()).leases.find(({ partition }) => partition === 3)
  })
  if (!lease) throw new Error('The node has no lease.')
  const records = async () => {
    const followed = await well.follow(3, from, 1e6)
    return followed.map(({ bytes }) => bytes)
  }
  const append = async (log: SharedLog, value: number) => log.append(3, recordOf(value))
  return { way, late, well, lease, records, append }
}

const bytesOf = (...values: number[]) => values.map((value) => recordOf(value).bytes)

it('an append that was given up is not carried out later, above what was acknowledged since', async () => {
  const { way, late, well, records, append } = await nodes()
  void way.hold()
  await expect(append(late, 2)).rejects.toMatchObject({ code: 'unavailable' })
  await append(well, 3)
  await way.letGo()
  expect(await records()).toEqual(bytesOf(1, 3))
  await expect.poll(() => append(late, 4).then(() => 'well again', String)).toBe('well again')
  expect(await records()).toEqual(bytesOf(1, 3, 4))
})

it('an append whose connection is lost is answered once it is certain not to be carried out any more', async () => {
  const { way, late, records, append } = await nodes()
  const sent = way.hold()
  const answer = expect(append(late, 2)).rejects.toMatchObject({ code: 'unavailable' })
  await sent
  way.cut()
  await answer
  await way.letGo()
  expect(await records()).toEqual(bytesOf(1))
})

it('a plan that was given up notes no batch later', async () => {
  const { way, late, well, lease } = await nodes()
  void way.hold()
  await expect(late.plan(lease, limit, false)).rejects.toMatchObject({ code: 'unavailable' })
  await way.letGo()
  expect(await well.plan(lease, limit, false)).toMatchObject({ repeats: false })
})

it('a finish that was given up moves no offset later, while its batch is inserted again', async () => {
  const { way, late, well, lease } = await nodes()
  const batch = await well.plan(lease, limit, false)
  if (!batch) throw new Error('Nothing is pending.')
  void way.hold()
  await expect(late.finish(lease, batch)).rejects.toMatchObject({ code: 'unavailable' })
  await way.letGo()
  expect((await well.progress())[3]).toMatchObject({ applied: batch.from })
  expect(await well.finish(lease, batch)).toBe(true)
})

it('a node that is stopped while it plans a large batch keeps no other from its partition', async () => {
  const { way, late, well, lease } = await nodes()
  await well.append(3, { ...recordOf(2), bytes: randomBytes(32 * 1024 * 1024) })
  way.stop()
  const stopped = late.plan(lease, { ...limit, bytes: 1e8 }, false)
  stopped.catch(() => {})
  const next = async () => (await well.beat()).leases.find(({ partition }) => partition === 3)
  await expect.poll(next, { timeout: 15_000, interval: 500 }).toBeDefined()
})

it('a node gives up a batch whose records another one has put aside before they were read', async () => {
  const { way, late, well, lease } = await nodes({ patience: 10_000, allowed: 6_000 })
  const sent = way.holdFrom('samples_batch')
  const planned = late.plan(lease, limit, false)
  const lost = expect(planned).rejects.toBeInstanceOf(LeaseLost)
  await sent
  const batch = await well.plan(lease, limit, false)
  if (!batch) throw new Error('Nothing is pending.')
  await well.park(lease, batch.records[0] as never)
  await way.letGo()
  await lost
})
