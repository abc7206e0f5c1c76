import type { Lease, SharedLog } from '@sluice/telemetry'
import { expect, it } from 'vitest'
import { held, limit, ownLog, progressOf } from './testing/own-log.ts'
import { recordOf } from './testing/records.ts'

const { node, query, endLeases } = ownLog()

async function planned(log: SharedLog, lease: Lease) {
  const batch = await log.plan(lease, limit, false)
  if (!batch) throw new Error('Nothing is pending.')
  return batch
}

/** A node with a partition whose versions are ahead of the clock, as if that had been set back. */
async function ahead() {
  const log = await node()
  await query(`UPDATE sample_partitions SET head = 4000000000000000000`)
  await log.takeVersion(3)
  return { log, lease: await held(log) }
}

/** Notes the state of a partition. The result loses all changes since, like a failover to an asynchronous standby. */
async function standby() {
  await query(`CREATE TABLE standby AS
    SELECT head, tail, previous, "pendingBytes", applied, planned, batch, parked
    FROM sample_partitions JOIN sample_flushers USING (partition) WHERE partition = 3`)
  return async () => {
    await query('DELETE FROM sample_records WHERE position >= (SELECT tail FROM standby)')
    await query(`UPDATE sample_partitions
      SET head = standby.head, tail = standby.tail, previous = standby.previous, "pendingBytes" = standby."pendingBytes"
      FROM standby WHERE partition = 3`)
    await query(`UPDATE sample_flushers
      SET applied = standby.applied, planned = standby.planned, batch = standby.batch, parked = standby.parked
      FROM standby WHERE partition = 3`)
  }
}

/** A node that has planned a batch of the first record when a failover loses it; the second record has its offsets. */
async function losing() {
  const { log, lease } = await ahead()
  const failOver = await standby()
  await log.append(3, recordOf(1))
  const lost = await planned(log, lease)
  await failOver()
  await log.append(3, recordOf(2))
  return { log, lease, lost }
}

it('a batch at offsets that were lost has another token, since the store has seen theirs', async () => {
  const { log, lease, lost } = await losing()
  const batch = await planned(log, lease)
  expect(batch).toMatchObject({ from: lost.from, to: lost.to, repeats: false })
  expect(batch.token).not.toBe(lost.token)
  // However often it is begun.
  await endLeases()
  const other = await node()
  expect(await planned(other, await held(other))).toMatchObject({ token: batch.token })
})

it('the completion of a batch that was lost passes over no records that have its offsets', async () => {
  const { log, lease, lost } = await losing()
  expect(await log.finish(lease, lost)).toBe(false)
  expect((await planned(log, lease)).records[0]?.bytes).toEqual(recordOf(2).bytes)
})

it('a record that was lost is not parked', async () => {
  const { log, lease } = await ahead()
  const failOver = await standby()
  await log.append(3, recordOf(1))
  const { from, records } = await planned(log, lease)
  const [record] = records
  if (!record) throw new Error('Nothing is pending.')
  await failOver()
  await log.park(lease, record)
  expect(await progressOf(log)).toMatchObject({ parked: 0, applied: from })
})

it('versions go on above one that was lost', async () => {
  const { log } = await ahead()
  const lost = await log.takeVersion(3)
  await query('UPDATE sample_partitions SET head = head - 1000')
  await log.raise(3, lost)
  const version = await log.takeVersion(3)
  expect(version).toBeGreaterThan(lost)
  await log.raise(3, lost)
  expect(await log.takeVersion(3)).toBe(version + 1n)
})

it('numbers that were lost, and may have samples, are not given again', async () => {
  const { log } = await ahead()
  const next = async () =>
    (await query(`SELECT nextval('things_number_seq')::int AS number`)).rows[0]?.number
  const last = await next()
  await log.raise(3, 1n)
  expect(await next()).toBeGreaterThan(last + 1000)
})

it.each([
  ['has none', null],
  ['has that of another batch', '1-2-9f3c'],
])('a batch that a node of the version before has noted keeps its token: it %s', async (_, id) => {
  const log = await node()
  for (const value of [1, 2]) await log.append(3, recordOf(value))
  const lease = await held(log)
  const noted = await log.plan(lease, { ...limit, records: 1 }, true)
  await query('UPDATE sample_flushers SET batch = $1', [id])
  const batch = await planned(log, lease)
  expect(batch).toMatchObject({ to: noted?.to, repeats: true, token: `${batch.from}-${batch.to}` })
  await log.finish(lease, batch)
  expect((await planned(log, lease)).token).toMatch(/-.*-[0-9a-f]{8}-/)
})
