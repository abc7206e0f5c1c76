import { Prisma } from '../../database/generated/client.ts'

/**
 * The integrations with pending deliveries, as `lane`. Skips from one to the next in the index, however many deliveries
 * each has.
 */
export const lanesWaiting = Prisma.sql`
  WITH RECURSIVE lane AS (
    (SELECT "organizationId", "integrationId" FROM deliveries WHERE status = 'pending'
      ORDER BY "organizationId" || '/' || "integrationId" LIMIT 1)
    UNION ALL
    SELECT next.* FROM lane, LATERAL (
      SELECT "organizationId", "integrationId" FROM deliveries
      WHERE status = 'pending' AND "organizationId" || '/' || "integrationId" >
        lane."organizationId" || '/' || lane."integrationId"
      ORDER BY "organizationId" || '/' || "integrationId" LIMIT 1) AS next)`
