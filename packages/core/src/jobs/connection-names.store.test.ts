import { expect, inject, test } from 'vitest'
import type { Core } from '../context.ts'
import { openDatabase } from '../database/client.ts'
import { ownDatabase } from '../testing/own-database.ts'
import { openJobWorker } from './work.ts'

test('Postgres shows connections of requests and of jobs by name', async () => {
  const database = await ownDatabase(inject('databaseUrl'))
  const db = openDatabase(database.url)
  const worker = openJobWorker({
    ...{ core: { db } as Core, databaseUrl: database.url, sweeps: false },
    ...{ onFault: () => {}, onQueue: () => {} },
    send: () => Promise.reject(new Error('Nothing is sent.')),
  })
  try {
    const names = async () => {
      const rows = await db.$queryRaw<{ name: string }[]>`
        SELECT DISTINCT application_name AS name FROM pg_stat_activity
        WHERE datname = current_database() ORDER BY name`
      return rows.map(({ name }) => name)
    }
    await expect.poll(names).toEqual(['sluice', 'sluice jobs'])
  } finally {
    await worker.close()
    await db.$disconnect()
    await database.drop()
  }
})
