/** The most Postgres connections of each part of a process. */
export const connections = {
  requests: 10,
  /** For the thread of long calls: a single organization gets three at once. */
  thread: 6,
  changes: 1,
  deliveries: 4,
  erasures: 2,
  otherJobs: 2,
  /** As many log appends, and reads of batches, run at once. */
  samples: 6,
  signals: 1,
} as const

/**
 * A node that is lost keeps its locks until Postgres ends its sessions: a transaction that waits for it after a minute,
 * the longest that any takes; a connection that gets no answer, or whose results nobody reads, after half of that.
 * Postgres ignores the settings of TCP for a Unix socket.
 */
const SESSION = {
  ...{ idle_in_transaction_session_timeout: 60_000, tcp_user_timeout: 20_000 },
  ...{ tcp_keepalives_idle: 10, tcp_keepalives_interval: 5, tcp_keepalives_count: 3 },
}

/**
 * The URL for connections of one purpose, which Postgres shows as their name.
 *
 * @param settings of their sessions, which precede those that the URL has already
 */
export function connectionUrl(databaseUrl: string, name: string, settings = {}): string {
  const url = new URL(databaseUrl)
  const options = [optionsOf(SESSION), url.searchParams.get('options'), optionsOf(settings)]
  url.searchParams.set('application_name', name)
  url.searchParams.set('options', options.filter(Boolean).join(' '))
  return url.href
}

function optionsOf(settings: Record<string, unknown>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
}

/** Serializes transactions that raise the sequences of numbers, so that none is set back. */
export const RESERVING = `pg_advisory_xact_lock(hashtextextended('reserve numbers', 0))`
