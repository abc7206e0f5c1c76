import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { partitionOf } from '@sluice/telemetry'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../database/client.ts'
import { queueErasure } from '../telemetry/erasure-jobs.ts'
import { awaitSharedLog, becomeSoleWriter } from './sole-writer.ts'
import { APPEND } from './statements/index.ts'
import { held, limit, ownLog } from './testing/own-log.ts'
import { recordOf } from './testing/records.ts'

const { node, open, query, url, waiting } = ownLog()

const notStarted = { code: 'unavailable', cause: { name: 'NotStarted' } }

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'sluice-samples-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

/** Writes alone until the test ends, or {@link endAll}: its second beat would come after an hour. */
async function sole({
  log = folder(),
  ...options
}: Partial<Parameters<typeof becomeSoleWriter>[0]> = {}) {
  const writer = await becomeSoleWriter({
    ...{ databaseUrl: url(), log, beatMs: 3_600_000, ...options },
  })
  let closing: Promise<void> | undefined
  const close = () => (closing ??= writer.close())
  onTestFinished(close)
  return { ...writer, close }
}

/** As if time had passed: whoever does not beat counts as gone. */
const endAll = () => query(`UPDATE sample_nodes SET "aliveUntil" = now() - interval '1 second'`)

it('a single writer does not start before the log is empty, and begins above its versions', async () => {
  const log = await node()
  const version = await log.takeVersion(3)
  await log.append(3, recordOf(1))
  await expect(sole()).rejects.toThrow('not in the store yet')
  const lease = await held(log)
  const batch = await log.plan(lease, limit, false)
  if (!batch) throw new Error('Nothing is pending.')
  await log.finish(lease, batch)
  await log.release()
  const writer = await sole()
  const { above } = writer
  expect(above).toBeGreaterThan(version)
  expect(above).toBeGreaterThanOrEqual(batch.to)
  // Nodes that share the log again begin above what the single writer has stored meanwhile.
  await expect(log.takeVersion(3)).rejects.toMatchObject(notStarted)
  await writer.close()
  await log.start(async () => above + 10n ** 18n)
  expect(await log.takeVersion(3)).toBeGreaterThan(above + 10n ** 18n)
})

it('a single writer sees an append that commits while it starts, and later ones are refused', async () => {
  const log = await node()
  await query('BEGIN')
  const { bytes, versions, extent } = recordOf(1)
  const { organizations, things, earliest, latest } = extent
  const record = [organizations, things, earliest, latest, bytes]
  await query(APPEND, [3, versions, bytes.length, 1e6, 1, ...record, Date.now() + 60_000])
  const leaving = sole()
  leaving.catch(() => {})
  // It waits for the partition's row, in a transaction of its own.
  await expect.poll(waiting).toBe(1)
  await query('COMMIT')
  await expect(leaving).rejects.toThrow('not in the store yet')
  const batch = await log.plan(await held(log), limit, false)
  if (!batch) throw new Error('Nothing is pending.')
  await log.finish(await held(log), batch)
  await log.release()
  await sole()
  await expect(log.append(3, recordOf(2))).rejects.toMatchObject(notStarted)
})

it('a single writer does not start while nodes share the log, and waits for those that were killed', async () => {
  const [log, killed] = [await node(), open()]
  await log.beat()
  await expect(sole({ patience: 0 })).rejects.toThrow('Stop them')
  await log.release()
  await killed.beat()
  const leaving = sole()
  await endAll()
  await leaving
  await expect(log.takeVersion(3)).rejects.toMatchObject(notStarted)
})

it('a node counts as alive if its heartbeat began after the transaction that looks for it', async () => {
  const log = await node()
  await log.beat()
  await query(`UPDATE sample_nodes SET "aliveUntil" = now() + interval '7 seconds'`)
  await expect(sole({ patience: 0 })).rejects.toThrow('Stop them')
})

it('a node does not start while a single writer lives, and waits for one that was killed', async () => {
  const writer = await sole()
  await expect(awaitSharedLog(url(), 0)).rejects.toThrow('Stop that one')
  // One that has started at the same moment gets no samples into the log.
  const log = open()
  await expect(log.start(async () => 0n)).rejects.toMatchObject({
    code: 'unavailable',
    cause: { message: expect.stringContaining('Stop that one') },
  })
  await expect(log.append(3, recordOf(1))).rejects.toMatchObject({ code: 'unavailable' })
  const waiting = awaitSharedLog(url())
  await endAll()
  await waiting
  await log.start(async () => 0n)
  await log.append(3, recordOf(1))
  await writer.close()
})

it('a single writer that ends cleanly leaves at once', async () => {
  const writer = await sole()
  await writer.close()
  await expect(awaitSharedLog(url(), 0)).resolves.toBeUndefined()
  await sole({ patience: 0 })
})

it('a second single writer does not start beside the first, but one with its folder does', async () => {
  const log = folder()
  await sole({ log })
  await expect(sole({ patience: 0 })).rejects.toThrow('Stop them')
  // After a crash: the folder's lock shows that the first one is dead.
  await sole({ log, patience: 0 })
})

it('a single writer starts if a crash has left the file with its id empty', async () => {
  const log = folder()
  writeFileSync(join(log, 'writer'), '')
  await sole({ log })
  // And has the same id from then on.
  await expect(sole({ log, patience: 0 })).resolves.toMatchObject({ log })
})

it('a single writer that nodes took for dead is told', async () => {
  const { others } = await sole({ beatMs: 1 })
  // As after an outage in which it could not renew its lease.
  await query(`UPDATE sample_partitions SET started = true`)
  expect((await others).message).toContain('Stop them')
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
