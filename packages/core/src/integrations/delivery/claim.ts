import type { Database } from '../../database/client.ts'
import type { Prisma } from '../../database/generated/client.ts'
import type { DeliverJob } from '../../events/index.ts'

/** A delivery that this worker has to itself for a while. */
export interface Claimed {
  readonly id: string
  /** Tries before this one. */
  readonly tries: number
  readonly eventId: string
  readonly type: string
  readonly occurredAt: Date
  readonly data: Prisma.JsonValue
}

/**
 * Longer than a round can take. When a process dies, its deliveries are held up for no longer than this.
 */
const LEASE_MS = 120_000

/**
 * Leases at most `limit` due deliveries, the oldest first; of each resource only the oldest that is still
 * pending. So the events of a resource arrive in order, and wait while an earlier one is tried again.
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

/** Gives up the lease of deliveries that were not tried. */
export async function release(
  db: Database,
  { organizationId }: DeliverJob,
  deliveries: readonly Claimed[],
): Promise<void> {
  if (deliveries.length === 0) return
  await db.delivery.updateMany({
    where: { organizationId, id: { in: deliveries.map(({ id }) => id) } },
    data: { leasedUntil: null },
  })
}

/** Whether more than `most` deliveries of an integration wait, due or not. */
export async function waitMoreThan(
  db: Database,
  { organizationId, integrationId }: DeliverJob,
  most: number,
): Promise<boolean> {
  const lane = `${organizationId}/${integrationId}`
  const beyond = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM deliveries
    WHERE status = 'pending' AND "organizationId" || '/' || "integrationId" = ${lane}
    ORDER BY position LIMIT 1 OFFSET ${most}`
  return beyond.length > 0
}

/** When the next delivery of an integration is due, or its lease over; undefined when none waits. */
export async function nextDueAt(
  db: Database,
  { organizationId, integrationId }: DeliverJob,
): Promise<Date | undefined> {
  // As the index of what waits has it.
  const lane = `${organizationId}/${integrationId}`
  const [row] = await db.$queryRaw<{ at: Date | null }[]>`
    SELECT min(greatest("dueAt", "leasedUntil")) AS at FROM (
      SELECT DISTINCT ON (resource) "dueAt", "leasedUntil" FROM deliveries
      WHERE status = 'pending' AND "organizationId" || '/' || "integrationId" = ${lane}
      ORDER BY resource, position) AS oldest`
  return row?.at ?? undefined
}
