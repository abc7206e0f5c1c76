import { randomBytes } from 'node:crypto'
import { openCore } from '@sluice/core'
import { inject } from 'vitest'

/** A migrated database of the suite's own on the server that the tests share. */
export async function createDatabase(serverUrl: string) {
  const name = `cli_${randomBytes(6).toString('hex')}`
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const onServer = async (statement: string) => {
    const server = openCore({
      databaseUrl: serverUrl,
      clickhouseUrl: 'http://unused',
      peppers: new Map(),
    })
    await server.db.$executeRawUnsafe(statement).finally(() => server.close())
  }
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${inject('databaseTemplate')}`)
  return {
    url: url.href,
    // FORCE is refused while a vacuum runs, which only a superuser may end. A plain statement cancels it.
    drop: () =>
      onServer(`DROP DATABASE ${name} WITH (FORCE)`).catch(() => onServer(`DROP DATABASE ${name}`)),
  }
}
