import pg from 'pg'
import { diskFull, EmbeddedStoreError } from '../error.ts'
import { role } from './initialize.ts'
import { ensureOwner, handOver, owner, ownerPassword } from './owner.ts'

/** The database for Sluice's control data. */
export const database = 'sluice'

/** The product's URL; contains a password, so it must not get into a log. */
export function postgresUrl(port: number, password: string): string {
  return urlOf(port, owner, ownerPassword(password), database)
}

/** The superuser's URL: for setup and maintenance, never for the product. */
export function superuserUrl(port: number, password: string, name = database): string {
  return urlOf(port, role, password, name)
}

/** The server has no TLS, which environment variables such as PGSSLMODE might request. */
function urlOf(port: number, user: string, password: string, name: string): string {
  return `postgresql://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${name}?sslmode=disable`
}

/**
 * Creates the database and the role that owns it if they are missing, which also verifies the password. A database of
 * an earlier version, owned by the superuser, is handed over.
 *
 * @param directory of the server's files
 */
export async function ensureDatabase(
  port: number,
  password: string,
  directory: string,
): Promise<void> {
  try {
    await asSuperuser(superuserUrl(port, password, 'postgres'), async (client) => {
      await ensureOwner(client, password)
      const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database])
      if (found.rowCount === 0) await client.query(`CREATE DATABASE ${database} OWNER ${owner}`)
      else await client.query(`ALTER DATABASE ${database} OWNER TO ${owner}`)
    })
    await asSuperuser(superuserUrl(port, password), handOver)
  } catch (error) {
    throw explain(error, directory)
  }
}

async function asSuperuser(
  connectionString: string,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString })
  // A server that ends would otherwise end this process, and with it the reason.
  client.on('error', () => {})
  try {
    await client.connect()
    await work(client)
  } finally {
    await client.end()
  }
}

function explain(error: unknown, directory: string): unknown {
  const [invalidPassword, noRoom] = ['28P01', '53100']
  if (!(error instanceof pg.DatabaseError)) return error
  if (error.code === noRoom) return diskFull(directory, { cause: error })
  if (error.code !== invalidPassword) return error
  return new EmbeddedStoreError(
    'password-mismatch',
    'The data directory of Postgres was made with another password than the one given. Restore the secrets kept beside the data.',
    { cause: error },
  )
}
