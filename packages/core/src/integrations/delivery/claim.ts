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
 * Leases at most `limit` due deliveries, first those that have been due for longest; of each resource only the oldest that
 * is still pending. So the events of a resource arrive in order, and wait while an earlier one is tried again. Where very
 * many are seen to wait behind others for the first time, fewer or none are leased, though more are due.
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
    LIMIT 1 OFFSET ${most}`
  return beyond.length > 0
}

/** Of the deliveries that are due first, more than workers have to themselves at once. */
const FIRST = 500

/**
 * When the next delivery of an integration is due, or its lease over; undefined when none waits. Those behind others are
 * due when these are over.
 */
export async function nextDueAt(
  db: Database,
  { organizationId, integrationId }: DeliverJob,
): Promise<Date | undefined> {
  // As the index of what waits has it.
  const lane = `${organizationId}/${integrationId}`
  const [row] = await db.$queryRaw<{ at: Date | null }[]>`
    SELECT min(greatest("dueAt", "leasedUntil")) AS at FROM (
      SELECT "dueAt", "leasedUntil" FROM deliveries
      WHERE status = 'pending' AND NOT behind AND "organizationId" || '/' || "integrationId" = ${lane}
      ORDER BY "dueAt", position LIMIT ${FIRST}) AS first`
  return row?.at ?? undefined
}
