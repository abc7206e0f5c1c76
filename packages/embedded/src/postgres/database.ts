import pg from 'pg'
import { EmbeddedStoreError } from '../error.ts'
import { role } from './initialize.ts'

/** The database that Sluice keeps its control data in. */
export const database = 'sluice'

/** Where clients connect; contains the password, so it must not reach a log. */
export function postgresUrl(port: number, password: string, name = database): string {
  return `postgresql://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/${name}`
}

/** Creates the database when it is absent; thereby also proves that the password is right. */
export async function ensureDatabase(port: number, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrl(port, password, 'postgres') })
  try {
    await client.connect()
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database])
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${database}`)
  } catch (error) {
    throw explain(error)
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
