import type { Delivery, DeliveryDetail } from '@sluice/contract'
import type {
  DeliveryAttempt,
  Event,
  Prisma,
  Delivery as Row,
} from '../database/generated/client.ts'

/** What every read of a delivery loads. */
export const withEvent = {
  event: { select: { type: true, occurredAt: true } },
} as const satisfies Prisma.DeliveryInclude

type Told = Row & { event: Pick<Event, 'type' | 'occurredAt'> }

export function presentDelivery(row: Told): Delivery {
  return {
    id: row.id,
    integrationId: row.integrationId,
    eventId: row.eventId,
    eventType: row.event.type,
    resource: row.resource,
    status: row.status,
    tries: row.tries,
    dueAt: row.status === 'pending' ? row.dueAt.toISOString() : null,
    occurredAt: row.event.occurredAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    lastStatus: row.lastStatus,
    lastError: row.lastError,
  }
}

export function presentAttempt(row: DeliveryAttempt): DeliveryDetail['attempts'][number] {
  return {
    at: row.at.toISOString(),
    durationMs: row.durationMs,
    requestHeaders: row.requestHeaders as Record<string, string>,
    status: row.status,
    responseHeaders: row.responseHeaders as Record<string, string> | null,
    responseBody: row.responseBody,
    error: row.error,
  }
}

/** The body of an event's request (Standard Webhooks). */
export function payloadOf({ type, occurredAt, data }: Pick<Event, 'type' | 'occurredAt' | 'data'>) {
  return { type, timestamp: occurredAt.toISOString(), data: data as Record<string, unknown> }
}
