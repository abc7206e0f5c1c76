import { expect, inject, it, onTestFinished } from 'vitest'
import { openSampleStore } from '../open-store.ts'
import { DAY } from '../rollups/rules.ts'
import { sampleAt } from '../testing/blocks.ts'
import { memoryLogs } from '../testing/memory-log.ts'
import { newOrganization } from '../testing/rounds.ts'
import { openTestStore } from '../testing/store.ts'
import { now } from '../testing/workbench.ts'
import { partitionOf } from '../write/shared/partition-of.ts'

const old = now.getTime() * 1000 - 5 * DAY

/** A node with a sample of one organization in the store, and a record of another one that the store refuses. */
async function withParked() {
  const [stored, parked] = [newOrganization(), newOrganization()].map((organization) => {
    return { organization, thing: 7 }
  }) as [Thing, Thing]
  // Creates the tables.
  await (await openTestStore()).close()
  const { node, partitions } = memoryLogs()
  const store = openSampleStore({
    ...{ url: inject('clickhouseUrl'), clock: () => now },
    sampleWriter: { kind: 'shared', log: node(), flushes: true },
  })
  onTestFinished(() => store.close())
  for (const thing of [stored, parked]) {
    await store.write(thing, sampleAt(old))
    await store.readBarrier(thing)
  }
  const partition = partitions[partitionOf(parked)]
  const record = partition?.done.find(({ extent }) =>
    extent.organizations.includes(parked.organization),
  )
  if (!partition || !record) throw new Error('The sample is in no record.')
  partition.records.push({ ...record, parked: true })
  return { store, stored, parked }
}

type Thing = { organization: number; thing: number }

async function rowsOf(store: ReturnType<typeof openSampleStore>, { organization }: Thing) {
  const sql = 'SELECT toUInt32(count()) FROM samples WHERE organization = {organization:UInt32}'
  return (await store.query(sql, { organization }))[0]?.[0]
}

it('a record that the store refuses keeps no samples from expiring', async () => {
  const { store, stored } = await withParked()
  await store.expire([{ organization: stored.organization, metric: 1, before: old + DAY }])
  expect(await rowsOf(store, stored)).toBe(0)
})

it('a record that the store refuses keeps only its own deleted things', async () => {
  const { store, stored, parked } = await withParked()
  expect(await store.eraseThings([parked, stored])).toEqual([stored])
  expect(await rowsOf(store, stored)).toBe(0)
  expect(await rowsOf(store, parked)).toBe(1)
})
