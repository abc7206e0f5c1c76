import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'

/** A migrated database for one test, without notifications from other tests. */
export async function ownDatabase(serverUrl: string) {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const create = `CREATE DATABASE ${name} TEMPLATE ${inject('databaseTemplate')}`
  await inSession(serverUrl, (client) => client.query(create))
  return {
    url: url.href,
    drop: () => dropDatabase(serverUrl, name),
  }
}

/** Drops a database, disconnecting its clients. */
export function dropDatabase(serverUrl: string, name: string): Promise<void> {
  return inSession(serverUrl, async (client) => {
    const force = `DROP DATABASE "${name}" WITH (FORCE)`
    await client.query(force).catch((cause) => {
      // Postgres waits for five seconds until others have left.
      if (cause.code === '55006') return client.query(force)
      // Only a superuser may end a vacuum by FORCE; a plain statement does it, too.
      if (cause.code !== '42501') throw cause
      return client.query(`DROP DATABASE "${name}"`)
    })
  })
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
