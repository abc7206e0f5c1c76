import type { Core } from '../context.ts'
import { publish } from '../events/index.ts'
import { PATIENCE } from './patience.ts'
import { thingEvents } from './thing-events.ts'

/**
 * Marks an organization's things that sent data as online, and emits events for those that were not. A thing created
 * again under the same id meanwhile has sent none. Returns those locked by another transaction, which were skipped.
 */
export async function tellOnline(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  organizationId: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const now = clock()
  return db.$transaction(async (transaction) => {
    const rows = await transaction.$queryRaw<{ id: string; came: boolean }[]>`
      WITH offline AS (
        SELECT id FROM things
        WHERE "organizationId" = ${organizationId} AND id = ANY(${[...ids]}) AND online IS DISTINCT FROM true
          AND "lastSeenAt" IS NOT NULL
      ), free AS (
        SELECT id FROM things JOIN offline USING (id) WHERE "organizationId" = ${organizationId}
        ORDER BY id FOR NO KEY UPDATE OF things SKIP LOCKED
      ), came AS (
        UPDATE things SET online = true FROM free
        WHERE "organizationId" = ${organizationId} AND things.id = free.id AND online IS DISTINCT FROM true
        RETURNING things.id
      )
      SELECT id, true AS came FROM came
      UNION ALL SELECT id, false FROM offline WHERE id NOT IN (SELECT id FROM free)`
    const came = rows.filter((row) => row.came).map(({ id }) => id)
    if (came.length > 0) {
      await publish(
        transaction,
        await thingEvents(transaction, organizationId, came, 'thing.online', now),
      )
    }
    return rows.filter((row) => !row.came).map(({ id }) => id)
  }, PATIENCE)
}
