import { Client } from 'pg'
import { connectionUrl } from './connections.ts'

/** The database cannot be brought to this code's schema. The message says what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

/** Why connecting failed, with advice for error codes that need it. */
export function reasonOf(cause: unknown): string | undefined {
  const { code = '', message } = cause as Error & { code?: string }
  return CERTIFICATE.test(code) ? `${code}. ${NAME_CA}` : message || code
}

/** A certificate that is not signed by a known CA. */
const CERTIFICATE = /SELF_SIGNED_CERT|^UNABLE_TO_(VERIFY_LEAF|GET_ISSUER)/

const NAME_CA =
  'Name the CA of its certificate in DATABASE_URL: ?sslmode=verify-full&sslrootcert=/path/to/ca.pem'

/**
 * Runs work on a connection of its own.
 *
 * @throws MigrationError if connecting fails, or Postgres denies the work
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

/** Advice by SQLSTATE. */
const ADVICE: Record<string, string> = {
  '42501':
    'The user of DATABASE_URL must own the database and all that is in it: see docs/operations/least-privilege.md.',
  '25006':
    'It takes no writes: it is a standby, or default_transaction_read_only is on. Set DATABASE_URL to the primary.',
}

/**
 * Opens a connection, which the caller must end.
 *
 * @throws MigrationError if connecting fails; it does not contain the password
 */
export async function connect(databaseUrl: string): Promise<Client> {
  if (!URL.canParse(databaseUrl)) {
    throw new MigrationError(
      'The url of the database is not valid. It looks like postgres://user:password@host:5432/name.',
    )
  }
  const client = new Client({
    connectionString: connectionUrl(databaseUrl, 'sluice migrate'),
    connectionTimeoutMillis: 10_000,
    // It holds a lock while migrations run: an idle connection must not be cut on the way.
    ...{ keepAlive: true, keepAliveInitialDelayMillis: 10_000 },
  })
  // A connection lost while idle shows in the next query. Without a listener, the event would end the process.
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
