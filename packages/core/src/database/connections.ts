/** The most Postgres connections of each part of a process. */
export const connections = {
  requests: 10,
  /** For the thread of long calls: a single organization gets two at once. */
  thread: 6,
  changes: 1,
  deliveries: 4,
  erasures: 2,
  otherJobs: 2,
  /** As many log appends, and reads of batches, run at once. */
  samples: 6,
  signals: 1,
} as const

/** Adds an application name to the URL, which Postgres shows, for clients without an option for it. */
export function named(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl)
  url.searchParams.set('application_name', name)
  return url.href
}
