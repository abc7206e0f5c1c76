/** Most connections to Postgres that each part of a process opens. */
export const connections = {
  requests: 10,
  /** Of the thread of long calls: an organization alone has two at once. */
  thread: 6,
  changes: 1,
  deliveries: 4,
  otherJobs: 2,
  /** As many groups are appended to the log, and batches read of it, at once. */
  samples: 6,
  signals: 1,
} as const

/** An address whose connections Postgres shows by a name, for clients that take nothing else. */
export function named(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl)
  url.searchParams.set('application_name', name)
  return url.href
}
