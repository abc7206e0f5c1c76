import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, migrateStore } from '@sluice/clickhouse'
import { isoOf } from '@sluice/runtime'
import { expect, inject, it, onTestFinished } from 'vitest'
import { openSampleStore } from '../../open-store.ts'
import { DAY, dayOf, HOUR } from '../../rollups/rules.ts'
import { telemetrySteps } from '../../schema.ts'
import { openStatements } from '../../statements.ts'
import type { SampleStore, SampleWriter } from '../../store.ts'
import { sampleAt } from '../../testing/blocks.ts'
import { memoryLogs } from '../../testing/memory-log.ts'
import { newOrganization } from '../../testing/rounds.ts'
import { byTables } from '../../testing/store.ts'
import { now, station, workbench } from '../../testing/workbench.ts'
import { searchHighestVersion } from './highest-version.ts'

/** Stores with tables of their own: versions of all samples and rollups count here. */
async function ownTables() {
  const url = new URL(inject('clickhouseUrl'))
  const database = `versions_${newOrganization()}`
  url.pathname = `/${database}`
  await migrateStore({ url: url.href }, telemetrySteps)
  const opened: SampleStore[] = []
  onTestFinished(async () => {
    await Promise.all(opened.map((store) => store.close()))
    const client = connect({ url: inject('clickhouseUrl') })
    await client.command({ query: `DROP DATABASE ${database}` })
    await client.close()
  })
  function open(clock: () => Date, sampleWriter: SampleWriter): SampleStore {
    const store = byTables(openSampleStore({ url: url.href, clock, sampleWriter, cacheBytes: 0 }))
    opened.push(store)
    return store
  }
  return { open, url: url.href }
}

async function ownFolder(): Promise<string> {
  const log = await mkdtemp(join(tmpdir(), 'sluice-samples-'))
  onTestFinished(() => rm(log, { recursive: true }))
  return log
}

const time = now.getTime() * 1000

it('nodes that share a log lose no sample to rollups of an earlier writer whose clock was ahead', async () => {
  const { open } = await ownTables()
  const log = await ownFolder()
  const thing = station()
  const { organization, thing: number } = thing.numbers
  const ahead = new Date(now.getTime() + (5 * HOUR) / 1000)
  const writer = open(() => ahead, { kind: 'this', log })
  const day = dayOf(time)
  writer.rollups.ask({ organization, things: [number], metrics: [1], from: day - 1, to: day + 2 })
  await writer.rollups.idle()
  const shared = memoryLogs(() => now.getTime()).node()
  const node = open(() => ahead, { kind: 'shared', log: shared, flushes: true })
  await node.write(thing.numbers, sampleAt(time, 7))
  const { values } = await workbench(() => node).query(thing, {
    ...{ from: isoOf(time - 4 * DAY), to: isoOf(time + DAY) },
    ...{ interval: '1h', metrics: 'temperature:max' },
  })
  expect((values['temperature:max'] ?? []).filter((value) => value !== null)).toEqual([7])
})

it('statements that may read few rows find the same version as one that reads all', async () => {
  const { open, url } = await ownTables()
  const writer = open(() => now, { kind: 'this', log: await ownFolder() })
  const things = [3, 2 ** 32 - 1].map((thing) => ({ organization: 5, thing }))
  for (const thing of things) await writer.write(thing, sampleAt(time, 7))
  await writer.readBarrier({ organization: 5 })
  const client = connect({ url })
  onTestFinished(() => client.close())
  const { queryWhole } = openStatements(client, { rowsPerQuery: 1 })
  const found = await searchHighestVersion({ queryWhole })()
  expect(found).toBeGreaterThanOrEqual(BigInt(now.getTime()) * 1_000_000n)
  expect(await searchHighestVersion({ queryWhole }, 1)()).toBe(found)
})
