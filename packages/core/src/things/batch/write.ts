import type { AuditedOperation, Thing } from '@sluice/contract'
import { Problem } from '@sluice/runtime'
import type { Context } from '../../context.ts'
import { TAKEN } from '../../database/store-errors.ts'
import { versionOf } from '../../resources/etag.ts'
import { byId } from '../../resources/ids.ts'
import { jsonBatches } from '../../resources/json-batches.ts'
import type { Change, Made, Update } from './change.ts'
import { insertThings } from './insert.ts'
import { recordAll } from './record.ts'

/**
 * Creates and updates things that are authorized and checked, in a few statements, and records each as a single
 * operation by default. Returns those created. Throws `conflict` if an id is taken, or a thing has changed since it was
 * read.
 */
export async function writeThings(
  ctx: Context,
  changes: readonly Change[],
  operation?: AuditedOperation,
): Promise<Made> {
  const created = changes.filter(({ before }) => !before)
  const updated = changes.flatMap(({ before, wanted }) => (before ? { before, wanted } : []))
  const made = await insertThings(ctx, created)
  if (made.size < created.length) throw new Problem('conflict', { detail: TAKEN })
  await joinFleets(ctx, created)
  await updateThings(ctx, updated)
  await recordAll(ctx, [...created, ...updated], made, operation)
  return made
}

/**
 * Updates things whose version has not changed since they were read. They are locked in the order of ids, so batches
 * cannot deadlock. Throws `conflict` if any has changed.
 */
async function updateThings({ db, actor, now }: Context, steps: readonly Update[]) {
  if (steps.length === 0) return
  const organizationId = actor.organization.id
  const rows = steps
    .map(({ before, wanted }) => ({ ...wanted, version: versionOf(before) }))
    .sort(byId)
  let updated = 0
  for (const json of await jsonBatches(rows)) {
    updated += await db.$executeRaw`
    WITH wanted AS (
      SELECT * FROM jsonb_to_recordset(${json}::jsonb) AS row(
        id text, version int, name text, description text, labels jsonb, "thingTypeId" text,
        "siteId" text, status text, location jsonb, attributes jsonb)
    ), locked AS (
      SELECT id FROM things
      WHERE "organizationId" = ${organizationId} AND id IN (SELECT id FROM wanted)
      ORDER BY id COLLATE "C" FOR NO KEY UPDATE
    )
    UPDATE things SET
      name = wanted.name, description = wanted.description, labels = wanted.labels,
      "thingTypeId" = wanted."thingTypeId", "siteId" = wanted."siteId",
      status = wanted.status::"ThingStatus", location = wanted.location,
      attributes = wanted.attributes, version = things.version + 1, "updatedAt" = ${now}
    FROM wanted JOIN locked USING (id)
    WHERE things."organizationId" = ${organizationId} AND things.id = wanted.id
      AND things.version = wanted.version`
  }
  if (updated < steps.length) {
    const detail = 'Another request changed some of the things at the same time. Retry.'
    throw new Problem('conflict', { detail })
  }
  await leaveFleets({ db, actor }, steps)
  await joinFleets({ db, actor }, steps)
}

type Scene = Pick<Context, 'db' | 'actor'>

async function joinFleets({ db, actor }: Scene, steps: readonly Change[]) {
  const joined = membershipsOf(steps, ({ before, wanted }) => added(before, wanted))
  if (joined.length === 0) return
  await db.$executeRaw`
    INSERT INTO fleet_members ("organizationId", "fleetId", "thingId")
    SELECT ${actor.organization.id}, * FROM unnest(
      ${joined.map(({ fleetId }) => fleetId)}::text[], ${joined.map(({ thingId }) => thingId)}::text[]
    )`
}

async function leaveFleets({ db, actor }: Scene, steps: readonly Change[]) {
  const left = membershipsOf(steps, ({ before, wanted }) => (before ? added(wanted, before) : []))
  if (left.length === 0) return
  await db.$executeRaw`
    DELETE FROM fleet_members USING unnest(
      ${left.map(({ fleetId }) => fleetId)}::text[], ${left.map(({ thingId }) => thingId)}::text[]
    ) AS gone ("fleetId", "thingId")
    WHERE fleet_members."organizationId" = ${actor.organization.id}
      AND fleet_members."fleetId" = gone."fleetId" AND fleet_members."thingId" = gone."thingId"`
}

function membershipsOf(steps: readonly Change[], fleetsOf: (step: Change) => string[]) {
  return steps.flatMap((step) =>
    fleetsOf(step).map((fleetId) => ({ fleetId, thingId: step.wanted.id })),
  )
}

type InFleets = Pick<Thing, 'fleetIds'>

function added(before: InFleets | undefined, after: InFleets): string[] {
  return after.fleetIds.filter((fleetId) => !before?.fleetIds.includes(fleetId))
}
