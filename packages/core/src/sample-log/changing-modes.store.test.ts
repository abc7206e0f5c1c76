import { partitionOf } from '@sluice/telemetry'
import { expect, it } from 'vitest'
import { openDatabase } from '../database/client.ts'
import { queueErasure } from '../telemetry/erasure-jobs.ts'
import { leaveSharedLog } from './leave-shared-log.ts'
import { held, limit, ownLog } from './testing/own-log.ts'
import { recordOf } from './testing/records.ts'

const { node, url } = ownLog()

it('a single writer does not start before the log is empty, and begins above its versions', async () => {
  const log = await node()
  const version = await log.takeVersion(3)
  await log.append(3, recordOf(1))
  await expect(leaveSharedLog(url())).rejects.toThrow('not in the store yet')
  const lease = await held(log)
  const batch = await log.plan(lease, limit, false)
  if (!batch) throw new Error('Nothing is pending.')
  await log.finish(lease, batch)
  const above = await leaveSharedLog(url())
  expect(above).toBeGreaterThan(version)
  expect(above).toBeGreaterThanOrEqual(batch.to)
  // Nodes that share the log again begin above what the single writer has stored meanwhile.
  await expect(log.takeVersion(3)).rejects.toThrow('not started')
  await log.start(async () => above + 10n ** 18n)
  expect(await log.takeVersion(3)).toBeGreaterThan(above + 10n ** 18n)
})

it('nodes that share the log begin above erasures that a single writer has yet to finish', async () => {
  const db = openDatabase(url())
  const thing = { organization: 1, thing: 7 }
  const below = 9_000_000_000_000_000_000n
  const job = { ...thing, metrics: undefined, from: 0, to: 1, below: String(below) }
  await db.$transaction((transaction) => queueErasure(transaction, job))
  const log = await node()
  expect(await log.takeVersion(partitionOf(thing))).toBeGreaterThan(below)
  // It knows its own versions.
  await db.$transaction((transaction) =>
    queueErasure(transaction, { ...job, below: String(below + 10n ** 17n) }),
  )
  expect(await log.takeVersion(partitionOf(thing))).toBeLessThan(below + 10n ** 17n)
  await db.$disconnect()
})
