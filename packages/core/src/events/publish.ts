import { batchesOf, mapInSlices } from '@sluice/runtime'
import type { Database, Transaction } from '../database/client.ts'
import { newId } from '../resources/ids.ts'
import { jsonBatches } from '../resources/json-batches.ts'
import { filterMatches } from '../scopes/index.ts'
import type { EventDraft } from './event.ts'
import { sideReached } from './reach.ts'
import { type Setter, withSetters } from './setters.ts'
import { meetSides, type Side, sideSeen, statesOf } from './sides.ts'
import { DOWN, wakeDeliveries } from './wake.ts'

/** Deliveries that are made before they are written: many thousands at once are copied by the collector, in one go. */
const AT_ONCE = 2000

/**
 * Writes events, and their deliveries to the integrations that ask for them, in the transaction of the
 * change itself: either all of them exist or none. Events that nobody asks for are not written, nor deliveries to a URL
 * whose setter may not read the event, or has no key any more, or for which too many wait.
 */
export async function publish(db: Transaction, drafts: readonly EventDraft[]): Promise<void> {
  const byOrganization = Map.groupBy(drafts, ({ organizationId }) => organizationId)
  for (const organizationId of [...byOrganization.keys()].sort()) {
    await publishWithin(db, organizationId, byOrganization.get(organizationId) ?? [])
  }
}

async function publishWithin(
  db: Transaction,
  organizationId: string,
  drafts: readonly EventDraft[],
): Promise<void> {
  const listeners = await listenersTo(db, organizationId, drafts)
  if (listeners.length === 0) return
  const lanes = new Set<string>()
  for (const some of batchesOf(drafts, Math.ceil(AT_ONCE / listeners.length))) {
    const { events, deliveries } = await rowsOf(listeners, some)
    if (deliveries.length > 0) await write(db, organizationId, events, deliveries)
    for (const { integrationId } of deliveries) lanes.add(integrationId)
  }
  // Those of a receiver that is down have their time: a request for each event would be in vain.
  const woken = listeners.filter(({ lane, failures }) => lanes.has(lane) && failures < DOWN)
  if (woken.length === 0) return
  await wakeDeliveries(
    db,
    organizationId,
    woken.map(({ lane }) => lane),
  )
}

/** Events that somebody asks for, and their deliveries. */
async function rowsOf(listeners: readonly Listener[], drafts: readonly EventDraft[]) {
  const events: EventRow[] = []
  const deliveries: DeliveryRow[] = []
  await mapInSlices(drafts, (draft) => {
    const { type, resource, paths, occurredAt, data } = draft
    const eventId = newId()
    const before = deliveries.length
    for (const listener of listeners) {
      const side = sideTold(listener, draft)
      if (side === undefined) continue
      const { lane: integrationId, urlVersion } = listener
      const ids = { id: newId(), integrationId, eventId }
      deliveries.push({ ...ids, resource, urlVersion, side, occurredAt })
    }
    if (deliveries.length === before) return
    events.push({ id: eventId, type, resource, paths, occurredAt, data })
  })
  return { events, deliveries }
}

interface EventRow {
  readonly id: string
  readonly type: string
  readonly resource: string
  readonly paths: readonly string[]
  readonly occurredAt: Date
  readonly data: object
}

interface DeliveryRow {
  readonly id: string
  readonly integrationId: string
  readonly eventId: string
  readonly resource: string
  readonly urlVersion: number
  readonly side: Side
  readonly occurredAt: Date
}

/**
 * Passes all rows as one JSON value: a batch's events to several integrations are many thousands of rows.
 */
async function write(
  db: Transaction,
  organizationId: string,
  events: readonly EventRow[],
  deliveries: readonly DeliveryRow[],
): Promise<void> {
  for (const batch of await jsonBatches(events)) {
    await db.$executeRaw`
    INSERT INTO events ("organizationId", id, type, resource, paths, "occurredAt", data)
    SELECT ${organizationId}, id, type, resource, paths, "occurredAt", data
    FROM jsonb_to_recordset(${batch}::jsonb)
      AS event (id text, type text, resource text, paths text[], "occurredAt" timestamptz, data jsonb)`
  }
  for (const batch of await jsonBatches(deliveries)) {
    await db.$executeRaw`
    INSERT INTO deliveries
      ("organizationId", id, "integrationId", "eventId", resource, "urlVersion", side, "dueAt", "createdAt")
    SELECT ${organizationId}, id, "integrationId", "eventId", resource, "urlVersion", side::"EventSide",
      "occurredAt", "occurredAt"
    FROM ROWS FROM (jsonb_to_recordset(${batch}::jsonb) AS (
      id text, "integrationId" text, "eventId" text, resource text, "urlVersion" int,
      side text, "occurredAt" timestamptz
    )) WITH ORDINALITY
      AS delivery (id, "integrationId", "eventId", resource, "urlVersion", side, "occurredAt", place)
    ORDER BY place`
  }
}

interface Listener {
  readonly lane: string
  readonly eventTypes: readonly string[]
  readonly resourceFilter: string
  readonly urlVersion: number
  readonly failures: number
  readonly setter: Setter
}

async function listenersTo(
  db: Database | Transaction,
  organizationId: string,
  drafts: readonly EventDraft[],
): Promise<Listener[]> {
  const types = [...new Set(drafts.map(({ type }) => type))]
  const meant = [...new Set(drafts.flatMap(({ only }) => (only === undefined ? [] : [only])))]
  const rows = await db.integration.findMany({
    where: {
      ...{ organizationId, enabled: true, droppingSince: null },
      OR: [{ eventTypes: { hasSome: types } }, { lane: { in: meant } }],
    },
    select: {
      ...{ organizationId: true, lane: true, eventTypes: true, resourceFilter: true },
      ...{ urlVersion: true, urlKeyId: true, urlUserId: true, urlReach: true, failures: true },
    },
  })
  return withSetters(db, organizationId, rows)
}

/** What of an event an integration is told; undefined: nothing. */
function sideTold(listener: Listener, draft: EventDraft): Side | undefined {
  const { setter } = listener
  if (setter.endBy(draft.occurredAt)) return undefined
  return meetSides(sideAskedFor(listener, draft), sideReached(setter.reach, draft))
}

function sideAskedFor(
  { lane, eventTypes, resourceFilter }: Listener,
  draft: EventDraft,
): Side | undefined {
  if (draft.only !== undefined) return draft.only === lane ? 'both' : undefined
  if (!(eventTypes as readonly string[]).includes(draft.type)) return undefined
  return sideSeen(statesOf(draft), (path) => filterMatches(resourceFilter, path))
}
