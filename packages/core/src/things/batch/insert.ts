import { requireRoomForNumbers } from '../../audit/index.ts'
import type { Context } from '../../context.ts'
import { etagOf } from '../../resources/etag.ts'
import { byId } from '../../resources/ids.ts'
import { jsonBatches } from '../../resources/json-batches.ts'
import type { Change, Made } from './change.ts'

/**
 * Creates new things whose ids are free, in one statement if they are short, and returns those created. Waits for
 * concurrent inserts, in the order of ids, so there are no deadlocks. Does not join fleets.
 */
export async function insertThings(
  ctx: Pick<Context, 'db' | 'actor' | 'now'>,
  changes: readonly Change[],
): Promise<Made> {
  const { db, actor, now } = ctx
  const made = new Map<string, string>()
  const wanted = changes.map(({ wanted }) => wanted).sort(byId)
  const batches = wanted.length === 0 ? [] : await jsonBatches(wanted)
  await requireRoomForNumbers(ctx, batches)
  for (const json of batches) {
    const rows = await db.$queryRaw<{ id: string; version: number }[]>`
      INSERT INTO things
        ("organizationId", id, name, description, labels, "thingTypeId", "siteId", status, location,
         attributes, "createdAt", "updatedAt")
      SELECT ${actor.organization.id}, id, name, description, labels, "thingTypeId", "siteId",
        status::"ThingStatus", location, attributes, ${now}, ${now}
      FROM jsonb_to_recordset(${json}::jsonb) AS row(
        id text, name text, description text, labels jsonb, "thingTypeId" text, "siteId" text,
        status text, location jsonb, attributes jsonb)
      ON CONFLICT ("organizationId", id) DO NOTHING
      RETURNING id, version`
    for (const row of rows) made.set(row.id, etagOf(row))
  }
  return made
}
