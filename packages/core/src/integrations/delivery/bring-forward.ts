import type { Database } from '../../database/client.ts'
import type { Integration } from '../../database/generated/client.ts'

/** Rows that one statement changes, so that none holds its locks for long. */
const LOT = 5_000

/** Makes all that waits for an integration due now. Its job does so, between its rounds: meanwhile nothing is tried. */
export async function bringForward(
  db: Database,
  { organizationId, lane }: Pick<Integration, 'organizationId' | 'lane'>,
  now: Date,
  lot = LOT,
): Promise<void> {
  // As the index of what waits has it.
  const waiting = `${organizationId}/${lane}`
  let count: number
  do {
    count = await db.$executeRaw`
      UPDATE deliveries SET "dueAt" = ${now} WHERE "organizationId" = ${organizationId} AND id IN (
        SELECT id FROM deliveries
        WHERE status = 'pending' AND "organizationId" || '/' || "integrationId" = ${waiting}
          AND behind = ANY (ARRAY[false, true]) AND "dueAt" > ${now}
        LIMIT ${lot} FOR UPDATE SKIP LOCKED)`
  } while (count >= lot)
  await db.$executeRaw`
    UPDATE integrations SET "dueAtOnce" = false
    WHERE "organizationId" = ${organizationId} AND lane = ${lane}`
}
