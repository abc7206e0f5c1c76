import { Problem } from '@sluice/runtime'
import { CROWDED } from './connection-turns.ts'
import { Prisma } from './generated/client.ts'

/** The message for an id that another resource has. */
export const TAKEN = 'This id is taken.'
const AT_ONCE = 'Another request changed it at the same time. Read it again and retry.'
const DANGLING = 'Something still refers to this, or what it refers to is gone.'

/** The driver's messages for a connection lost in a transaction. These errors have no code. */
const LOST =
  /^(Client has encountered a connection error and is not queryable|Connection terminated)/

/** Prisma's message for a transaction that timed out. Its code also means one that never began. */
const EXPIRED = /expired transaction/

/**
 * Turns any thrown value into a problem. An error that is none keeps its cause for the logs, and shows the caller
 * nothing.
 *
 * @param ifMatch the call's If-Match: a record that changed after it was compared no longer matches
 */
export function asProblem(error: unknown, ifMatch?: string): Problem {
  if (error instanceof Problem) return error
  // Prisma wraps it for a statement, and passes it on as it is for a transaction that did not begin.
  if (error instanceof Error && 'code' in error && error.code === CROWDED) return crowded(error)
  if (error instanceof Prisma.PrismaClientKnownRequestError) return fromDatabase(error, ifMatch)
  if (error instanceof Prisma.PrismaClientInitializationError) return unavailable(error)
  if (error instanceof Error && LOST.test(error.message)) return unavailable(error)
  // From a statement in a transaction, which Prisma does not wrap.
  if (error instanceof Error && error.name === 'DriverAdapterError') {
    return fromPostgres(error, error.cause as PostgresCause)
  }
  return internal(error)
}

function fromDatabase(
  error: Prisma.PrismaClientKnownRequestError,
  ifMatch: string | undefined,
): Problem {
  switch (error.code) {
    case 'P2002':
      return conflict(TAKEN, error)
    case 'P2003':
      return conflict(DANGLING, error)
    case 'P2025':
      return ifMatch === undefined || ifMatch === '*' ? conflict(AT_ONCE, error) : changed(error)
    case 'P2034':
      return conflict(AT_ONCE, error)
    case 'P1001':
    case 'P1002':
    case 'P1008':
    case 'P1017':
    case 'P2024':
    case 'P2037':
      return unavailable(error)
    case 'P2028':
      return EXPIRED.test(error.message) ? tooLong(error) : unavailable(error)
    default:
      return fromPostgres(
        error,
        (error.meta?.driverAdapterError as { cause?: PostgresCause })?.cause,
      )
  }
}

/** The driver's connection failures in our own SQL, for which Prisma has no code. */
const AWAY = ['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections']

/** The driver's description of a failure. */
interface PostgresCause {
  readonly originalCode?: string
  readonly kind?: string
}

/** Errors of our own SQL have Postgres' SQLSTATE. */
function fromPostgres(error: Error, cause: PostgresCause | undefined): Problem {
  const state = cause?.originalCode ?? ''
  if (AWAY.includes(cause?.kind ?? '')) return unavailable(error)
  if (state === '23505') return conflict(TAKEN, error)
  if (state === '23503') return conflict(DANGLING, error)
  // A deadlock or serialization failure: nothing was done.
  if (cause?.kind === 'TransactionWriteConflict' || state === '40P01') {
    return conflict(AT_ONCE, error)
  }
  // Shutdown, startup, lost connections, cancelled statements, a full disk or memory, and read-only standbys.
  return /^(57P0\d|57014|08\w{3}|53\w{3}|25006)$/.test(state) ? unavailable(error) : internal(error)
}

function conflict(detail: string, cause: unknown): Problem {
  return new Problem('conflict', { detail, cause })
}

function changed(cause: unknown): Problem {
  const detail =
    'Another request changed it at the same time, so If-Match no longer names its etag. Read it again.'
  return new Problem('precondition-failed', { detail, cause })
}

/** 503: the database is currently unavailable. */
export function unavailable(cause: unknown): Problem {
  const detail = 'The database is not available. Retry after the period in Retry-After.'
  return new Problem('unavailable', { detail, retryAfter: 1, cause })
}

function tooLong(cause: unknown): Problem {
  const detail =
    'This took too long, so nothing was changed. Retry later, or with less in one request.'
  return new Problem('unavailable', { detail, retryAfter: 1, cause })
}

function crowded(cause: unknown): Problem {
  const detail =
    'Too many requests of your organization wait for the database. Send fewer at a time.'
  return new Problem('unavailable', { detail, retryAfter: 1, cause })
}

function internal(cause: unknown): Problem {
  return new Problem('internal', {
    detail: 'The service failed. Retry later. If it fails again, send the request id to support.',
    cause,
  })
}
