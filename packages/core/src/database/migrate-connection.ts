import { Client } from 'pg'

/** The database cannot be brought to this code's schema. The message says what a person must do. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

/**
 * Opens a connection of its own, which the caller ends.
 *
 * @throws MigrationError when there is none to be had; it does not hold the password
 */
export async function connect(databaseUrl: string): Promise<Client> {
  if (!URL.canParse(databaseUrl)) {
    throw new MigrationError(
      'The url of the database is not valid. It looks like postgres://user:password@host:5432/name.',
    )
  }
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  // A connection lost while idle shows in the next query; unheard, it would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (cause) {
    const { code, message } = cause as Error & { code?: string }
    const { host, pathname } = new URL(databaseUrl)
    const reason = message || code
    throw new MigrationError(`No connection to Postgres at ${host}${pathname}: ${reason}`, {
      cause,
    })
  }
}
