import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'

/** A migrated database for one test, without notifications of other tests' changes. */
export async function ownDatabase(serverUrl: string) {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const create = `CREATE DATABASE ${name} TEMPLATE ${inject('databaseTemplate')}`
  await inSession(serverUrl, (client) => client.query(create))
  return {
    url: url.href,
    drop: () =>
      inSession(serverUrl, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`)),
  }
}

async function inSession(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
