import type { Database, Transaction } from '../../database/client.ts'
import type { Prisma } from '../../database/generated/client.ts'
import type { DeliverJob } from '../../events/index.ts'
import { Takes } from '../../lists/index.ts'

/** A delivery leased by this worker. */
export interface Claimed {
  readonly id: string
  /** Attempts before this one. */
  readonly tries: number
  readonly eventId: string
  readonly type: string
  readonly occurredAt: Date
  readonly data: Prisma.JsonValue
}

/** Longer than a round can take. When a process dies, its deliveries are delayed by at most this. */
const LEASE_MS = 120_000

/**
 * Leases up to `limit` due deliveries, the longest overdue first; of each resource only the oldest pending one. So the
 * events of a resource arrive in order, and wait while an earlier one is retried. If very many turn out to be blocked
 * by others for the first time, fewer or none are leased, though more are due.
 */
export function claimDue(
  db: Database,
  { organizationId, integrationId }: DeliverJob,
  now: Date,
  limit: number,
): Promise<Claimed[]> {
  const until = new Date(now.getTime() + LEASE_MS)
  return db.$queryRaw`
    SELECT * FROM lease_deliveries(
      ${organizationId}, ${integrationId}, ${now}::timestamptz, ${until}::timestamptz, ${limit}::int)`
}

/** {@link claimDue} a round of deliveries, few at a time where their events are large. */
export async function claimRound(
  db: Database,
  job: DeliverJob,
  now: Date,
  limit: number,
): Promise<Claimed[]> {
  const takes = new Takes(`deliveries of ${job.organizationId}/${job.integrationId}`, limit)
  const claimed: Claimed[] = []
  while (claimed.length < limit) {
    const take = Math.min(takes.next, limit - claimed.length)
    const some = await claimDue(db, job, now, take).catch((error: unknown) => {
      // What is leased already is delivered.
      if (claimed.length > 0) return []
      throw error
    })
    takes.note(some)
    claimed.push(...some)
    if (some.length < take) break
  }
  return claimed
}

/** Releases the lease of deliveries, so that those that are due are claimed again. */
export async function release(
  db: Database | Transaction,
  { organizationId }: Pick<DeliverJob, 'organizationId'>,
  deliveries: readonly Claimed[],
): Promise<void> {
  if (deliveries.length === 0) return
  await db.delivery.updateMany({
    where: { organizationId, id: { in: deliveries.map(({ id }) => id) } },
    data: { leasedUntil: null },
  })
}

/** Whether an integration has more than `most` pending deliveries, due or not. */
export async function waitMoreThan(
  db: Database,
  { organizationId, integrationId }: DeliverJob,
  most: number,
): Promise<boolean> {
  const lane = `${organizationId}/${integrationId}`
  const beyond = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM deliveries
    WHERE status = 'pending' AND "organizationId" || '/' || "integrationId" = ${lane}
    LIMIT 1 OFFSET ${most}`
  return beyond.length > 0
}

/** Candidates among the deliveries due first: more than workers lease at once. */
const FIRST = 500

/**
 * When the next delivery of an integration is due, or its lease expires; undefined if none is pending. Blocked
 * deliveries are due when those before them are done.
 */
export async function nextDueAt(
  db: Database,
  { organizationId, integrationId }: DeliverJob,
): Promise<Date | undefined> {
  // Must match the index of pending deliveries.
  const lane = `${organizationId}/${integrationId}`
  const [row] = await db.$queryRaw<{ at: Date | null }[]>`
    SELECT min(greatest("dueAt", "leasedUntil")) AS at FROM (
      SELECT "dueAt", "leasedUntil" FROM deliveries
      WHERE status = 'pending' AND NOT behind AND "organizationId" || '/' || "integrationId" = ${lane}
      ORDER BY "dueAt", position LIMIT ${FIRST}) AS first`
  return row?.at ?? undefined
}
