import { Client } from 'pg'

/** The database cannot be brought to this code's schema. The message says what a person must do. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

/** Why there is no connection, with what to do where only the code says it. */
export function reasonOf(cause: unknown): string | undefined {
  const { code = '', message } = cause as Error & { code?: string }
  return CERTIFICATE.test(code) ? `${code}. ${NAME_CA}` : message || code
}

/** Of a certificate that no CA known here has signed. */
const CERTIFICATE = /SELF_SIGNED_CERT|^UNABLE_TO_(VERIFY_LEAF|GET_ISSUER)/

const NAME_CA =
  'Name the CA of its certificate in DATABASE_URL: ?sslmode=verify-full&sslrootcert=/path/to/ca.pem'

/**
 * Does work over a connection of its own.
 *
 * @throws MigrationError when there is none to be had, or Postgres does not let it work
 */
export async function withConnection<Result>(
  databaseUrl: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = await connect(databaseUrl)
  try {
    return await work(client)
  } catch (error) {
    throw explain(error, databaseUrl)
  } finally {
    await client.end()
  }
}

function explain(error: unknown, databaseUrl: string): unknown {
  const { code, message } = error as Error & { code?: string }
  const advice = ADVICE[code ?? '']
  if (advice === undefined) return error
  const { host, pathname } = new URL(databaseUrl)
  return new MigrationError(`Postgres at ${host}${pathname}: ${message}. ${advice}`, {
    cause: error,
  })
}

/** What to do, by the SQLSTATE. */
const ADVICE: Record<string, string> = {
  '42501':
    'The user of DATABASE_URL must own the database and all that is in it: see docs/operations/least-privilege.md.',
  '25006':
    'It takes no writes: it is a standby, or default_transaction_read_only is on. Set DATABASE_URL to the primary.',
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
    const { host, pathname } = new URL(databaseUrl)
    throw new MigrationError(
      `No connection to Postgres at ${host}${pathname}: ${reasonOf(cause)}`,
      {
        cause,
      },
    )
  }
}
