import { randomUUID } from 'node:crypto'
import type { Lease, SharedLog } from '@sluice/telemetry'
import { expect, inject, it, onTestFinished } from 'vitest'
import { ownDatabase } from '../testing/own-database.ts'
import { openPostgresLog } from './postgres-log.ts'
import { latePackets } from './testing/late-packets.ts'
import { recordOf } from './testing/records.ts'

const limit = { bytes: 1_000_000, runs: 1000, records: 1000 }

/** A node with delayed packets, which holds the lease of a partition with a record, and a healthy one. */
async function nodes() {
  const database = await ownDatabase(inject('databaseUrl'))
  onTestFinished(() => database.drop())
  const way = await latePackets(database.url)
  onTestFinished(() => way.close())
  const late = openPostgresLog(way.url, randomUUID(), { patience: 2000, allowed: 1200 })
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
