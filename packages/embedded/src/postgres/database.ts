import pg from 'pg'
import { EmbeddedStoreError } from '../error.ts'
import { role } from './initialize.ts'
import { ensureOwner, handOver, owner, ownerPassword } from './owner.ts'

/** The database that Sluice keeps its control data in. */
export const database = 'sluice'

/** Where the product connects; contains a password, so it must not reach a log. */
export function postgresUrl(port: number, password: string): string {
  return urlOf(port, owner, ownerPassword(password), database)
}

/** Where the superuser connects: for setting up and maintenance, never for the product. */
export function superuserUrl(port: number, password: string, name = database): string {
  return urlOf(port, role, password, name)
}

/** Its server has no TLS, which variables of the environment such as PGSSLMODE may ask for. */
function urlOf(port: number, user: string, password: string, name: string): string {
  return `postgresql://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${name}?sslmode=disable`
}

/**
 * Creates the database and the role that owns it where they are absent; thereby also proves that the password is
 * right. A database of an earlier version, which the superuser owned, is handed over.
 */
export async function ensureDatabase(port: number, password: string): Promise<void> {
  try {
    await asSuperuser(superuserUrl(port, password, 'postgres'), async (client) => {
      await ensureOwner(client, password)
      const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database])
      if (found.rowCount === 0) await client.query(`CREATE DATABASE ${database} OWNER ${owner}`)
      else await client.query(`ALTER DATABASE ${database} OWNER TO ${owner}`)
    })
    await asSuperuser(superuserUrl(port, password), handOver)
  } catch (error) {
    throw explain(error)
  }
}

async function asSuperuser(
  connectionString: string,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString })
  try {
    await client.connect()
    await work(client)
  } finally {
    await client.end()
  }
}

function explain(error: unknown): unknown {
  const invalidPassword = '28P01'
  if (!(error instanceof pg.DatabaseError) || error.code !== invalidPassword) return error
  return new EmbeddedStoreError(
    'password-mismatch',
    'The data directory of Postgres was made with another password than the one given. Restore the secrets kept beside the data.',
    { cause: error },
  )
}
