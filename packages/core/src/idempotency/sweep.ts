import type { Database } from '../database/client.ts'

/**
 * Rows deleted by one statement, to keep locks short. Selected by WITH, since a subquery of IN may be evaluated for
 * each row.
 */
const BATCH = 5_000

/** Deletes expired answers; returns how many. Any number of nodes may run it concurrently. */
export async function forgetExpired(db: Database, now: Date): Promise<number> {
  let forgotten = 0
  for (;;) {
    const count = await db.$executeRaw`
      WITH batch AS (
        SELECT "organizationId", digest FROM kept_answers WHERE "expiresAt" <= ${now}
        LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
      DELETE FROM kept_answers WHERE ("organizationId", digest) IN (SELECT * FROM batch)`
    forgotten += count
    if (count < BATCH) return forgotten
  }
}
