import type { Delivery, DeliveryDetail } from '@sluice/contract'
import type {
  DeliveryAttempt,
  Event,
  Integration,
  Prisma,
  Delivery as Row,
} from '../database/generated/client.ts'
import {
  dataOf,
  meetSides,
  type Reach,
  reachesAll,
  type Side,
  sideReached,
} from '../events/index.ts'

/** What a read of deliveries loads: events' data only if the reader's access depends on the event. */
export function eventFor(reader: Reach) {
  return {
    event: {
      select: {
        ...{ type: true, occurredAt: true, resource: true, paths: true },
        data: !reachesAll(reader),
      },
    },
  } satisfies Prisma.DeliveryInclude
}

/** A delivery's row with the loaded part of its event. */
export type DeliveredRow = Row & {
  event: Pick<Event, 'type' | 'occurredAt' | 'resource' | 'paths' | 'data'>
}

/** Stored statuses in the API's spelling. */
const presentStatus = {
  pending: 'Pending',
  succeeded: 'Succeeded',
  failed: 'Failed',
} as const satisfies Record<Row['status'], Delivery['status']>

/** The API's statuses as stored. */
export const storedStatus = {
  Pending: 'pending',
  Succeeded: 'succeeded',
  Failed: 'failed',
} as const satisfies Record<Delivery['status'], Row['status']>

/** Which side of a delivery a reader of the integration may see; undefined for none. */
export function sideShown({ side, event }: DeliveredRow, reader: Reach): Side | undefined {
  return meetSides(side ?? 'both', sideReached(reader, event))
}

/** A delivery as a reader of the integration sees it: without its payload, unless they may read that, too. */
export function presentDelivery(
  integration: Pick<Integration, 'id'>,
  row: DeliveredRow,
  reader: Reach,
): Delivery {
  const side = sideShown(row, reader)
  return {
    id: row.id,
    integrationId: integration.id,
    eventId: row.eventId,
    eventType: row.event.type,
    resource: side ? resourceOf(row, side) : null,
    withheld: side === undefined,
    status: presentStatus[row.status],
    tries: row.tries,
    dueAt: row.status === 'pending' ? row.dueAt.toISOString() : null,
    occurredAt: row.event.occurredAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    lastStatus: row.lastStatus,
    lastError: row.lastError,
  }
}

/** A thing's path contains its type, which may be what changed. */
function resourceOf({ resource, event }: DeliveredRow, side: Side): string {
  return event.data ? (dataOf(event, side) as { resource: string }).resource : resource
}

/** A receiver may echo the request, so its answer is withheld together with the payload. */
export function presentAttempt(
  row: DeliveryAttempt,
  withheld: boolean,
): DeliveryDetail['attempts'][number] {
  return {
    at: row.at.toISOString(),
    durationSeconds: row.durationMs / 1000,
    requestHeaders: row.requestHeaders as Record<string, string>,
    status: row.status,
    responseHeaders: withheld ? null : (row.responseHeaders as Record<string, string> | null),
    responseBody: withheld ? null : row.responseBody,
    error: row.error,
  }
}

/** The body of a request about an event (Standard Webhooks). */
export function payloadOf({
  type,
  occurredAt,
  data,
}: Pick<Event, 'type' | 'occurredAt'> & { data: unknown }) {
  return { type, timestamp: occurredAt.toISOString(), data: data as Record<string, unknown> }
}
