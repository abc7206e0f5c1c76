import { Client } from 'pg'
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest'
import { fragileLink } from '../changes/testing/fragile-link.ts'
import type { Core } from '../context.ts'
import { ownDatabase } from '../testing/own-database.ts'
import { openJobWorker } from './work.ts'

let database: Awaited<ReturnType<typeof ownDatabase>>
let client: Client
beforeEach(async () => {
  database = await ownDatabase(inject('databaseUrl'))
  client = new Client({ connectionString: database.url })
  await client.connect()
})
afterEach(async () => {
  await client.end()
  await database.drop()
})

async function queueErasureOf(thing: number): Promise<void> {
  const job = { organization: 1, thing, metrics: null, from: 0, to: 1, below: '1' }
  await client.query(`SELECT graphile_worker.add_job('erase', $1::json)`, [JSON.stringify(job)])
}

it.each(['failed', 'was done'])(
  'a database that is lost while a job %s ends no process, and jobs go on when it is back',
  async (end) => {
    const link = await fragileLink(database.url)
    const unhandled: unknown[] = []
    const note = (fault: unknown) => unhandled.push(fault)
    process.on('unhandledRejection', note)
    const erased: number[] = []
    const erase = async ({ thing }: { thing: number }) => {
      erased.push(thing)
      if (thing === 2) return
      link.cut()
      if (end === 'failed') throw new Error('out of reach')
    }
    const onFault = vi.fn()
    const worker = openJobWorker({
      core: { telemetry: { erase } } as unknown as Core,
      ...{ databaseUrl: link.url, sweeps: false, onFault },
      send: () => Promise.reject(new Error('Nothing is sent.')),
    })
    await queueErasureOf(1)
    await vi.waitFor(() => expect(onFault).toHaveBeenCalled(), 20_000)
    expect(erased).toEqual([1])
    await queueErasureOf(2)
    link.mend()
    await vi.waitFor(() => expect(erased).toContain(2), 20_000)
    expect(unhandled).toEqual([])
    process.off('unhandledRejection', note)
    await worker.close()
    await link.close()
  },
  60_000,
)
