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

/** Longer than a round of tries can take: whoever dies with a lease holds the delivery up no longer. */
const LEASE_MS = 60_000

/**
 * Leases deliveries that are due, at most `limit`, the oldest first. Of each resource only the oldest that is
 * still to be made: its events arrive in their order, and wait while an earlier one is tried again.
 */
export function claimDue(
  db: Database,
  { organizationId, integrationId }: DeliverJob,
  now: Date,
  limit: number,
): Promise<Claimed[]> {
  const until = new Date(now.getTime() + LEASE_MS)
  return db.$queryRaw`
    UPDATE deliveries AS claimed SET "leasedUntil" = ${until}
    FROM events, (
      SELECT id FROM deliveries AS head
      WHERE "organizationId" = ${organizationId} AND "integrationId" = ${integrationId}
        AND status = 'pending' AND "dueAt" <= ${now}
        AND ("leasedUntil" IS NULL OR "leasedUntil" <= ${now})
        AND NOT EXISTS (
          SELECT 1 FROM deliveries AS earlier
          WHERE earlier."organizationId" = head."organizationId"
            AND earlier."integrationId" = head."integrationId"
            AND earlier.resource = head.resource AND earlier.status = 'pending'
            AND earlier.position < head.position)
      ORDER BY position LIMIT ${limit} FOR UPDATE SKIP LOCKED) AS head
    WHERE claimed."organizationId" = ${organizationId} AND claimed.id = head.id
      AND events."organizationId" = ${organizationId} AND events.id = claimed."eventId"
    RETURNING claimed.id, claimed.tries, claimed."eventId", events.type, events."occurredAt", events.data`
}

/** When the next delivery of an integration is due, or its lease over; undefined when none waits. */
export async function nextDueAt(
  db: Database,
  { organizationId, integrationId }: DeliverJob,
): Promise<Date | undefined> {
  const [row] = await db.$queryRaw<{ at: Date | null }[]>`
    SELECT min(greatest("dueAt", "leasedUntil")) AS at FROM deliveries AS head
    WHERE "organizationId" = ${organizationId} AND "integrationId" = ${integrationId}
      AND status = 'pending'
      AND NOT EXISTS (
        SELECT 1 FROM deliveries AS earlier
        WHERE earlier."organizationId" = head."organizationId"
          AND earlier."integrationId" = head."integrationId"
          AND earlier.resource = head.resource AND earlier.status = 'pending'
          AND earlier.position < head.position)`
  return row?.at ?? undefined
}
