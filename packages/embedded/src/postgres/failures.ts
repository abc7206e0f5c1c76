import { diskFull, EmbeddedStoreError, type EmbeddedStoreErrorCode } from '../error.ts'
import type { Account } from './traversable.ts'

type Failure = {
  pattern: RegExp
  code: EmbeddedStoreErrorCode
  message: (match: RegExpExecArray, server: Server) => string
}

type Server = {
  directory: string
  port: number
  /** That Postgres runs as, if not as this process's own user. */
  account: Account | undefined
}

/** Messages of Postgres and initdb (with LC_ALL=C), and what the operator should do about each. */
const failures: Failure[] = [
  {
    pattern: /Address already in use/,
    code: 'port-taken',
    message: (_, { port }) =>
      `Port ${port} of 127.0.0.1 is taken, so Postgres cannot listen. Stop what uses it, or restart Sluice, which then takes another.`,
  },
  {
    pattern: /No space left on device|disk quota exceeded/i,
    code: 'disk-full',
    message: (_, { directory }) => diskFull(directory).message,
  },
  {
    pattern:
      /initialized by PostgreSQL version (\S+), which is not compatible with this version (\S+?)\.?\s/,
    code: 'wrong-version',
    message: ([, found, wanted], { directory }) =>
      `${directory} belongs to PostgreSQL ${found}; this is ${wanted}. Move the data with pg_dump and pg_restore of both versions, or set DATABASE_URL to a server of version ${found}.`,
  },
  {
    pattern: /has wrong ownership|Permission denied/,
    code: 'data-directory-foreign',
    message: (_, { directory, account }) =>
      account
        ? `${directory} does not belong to the system user "postgres", which Postgres runs as. Run as root: chown -R postgres: ${directory}`
        : `${directory} belongs to another user. Start as the user who made it, or choose another data directory.`,
  },
  {
    pattern: /lock file "[^"]*" already exists/,
    code: 'already-running',
    message: (_, { directory }) => `Another Postgres already runs on ${directory}. Stop it first.`,
  },
]

/** Turns the output of a failed Postgres or initdb into an error; keeps the end of the text. */
export function postgresFailure(what: string, output: string, server: Server): EmbeddedStoreError {
  for (const { pattern, code, message } of failures) {
    const match = pattern.exec(output)
    if (match) return new EmbeddedStoreError(code, message(match, server))
  }
  const tail = output.trim().split('\n').slice(-6).join('\n')
  return new EmbeddedStoreError('failed', `${what} (${server.directory}):\n${tail}`)
}

/** Children of a killed postmaster need a moment to notice; until then a new one is refused. */
export function isStillDying(output: string): boolean {
  return /pre-existing shared memory block/.test(output)
}
