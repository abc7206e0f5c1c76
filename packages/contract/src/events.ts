import { z } from 'zod'
import type { EventType, testEventType } from './integration-fields.ts'
import { actorReference, key } from './keys.ts'
import { storageKinds } from './storage.ts'
import { thing } from './things.ts'
import { budgetTiers } from './tiers.ts'
import { quotaPercents } from './words.ts'

/** The type of any event sent to an integration: those it can subscribe to, and the test event. */
export type SentEventType = EventType | typeof testEventType

const resource = z.string().describe("The resource's path, for example THING/truck/truck-1")
const thingNow = thing.describe('The current state of the thing')
const keyNow = key.describe('The current state of the key')
const changed = { resource, actor: actorReference.describe('Who changed it') }
const crossing = {
  resource,
  metric: z.string().describe("The metric's key in the thing's type"),
  value: z.number().describe('The latest value, in the unit of the metric'),
  timestamp: z.string().describe('When it was measured'),
  threshold: z
    .object({
      above: z.number().nullable().describe('The upper bound. Null: none'),
      below: z.number().nullable().describe('The lower bound. Null: none'),
    })
    .describe('The limit that was crossed'),
  thing: thingNow,
}

/** The `data` of each event. */
const data = {
  'thing.created': z.object({ ...changed, thing: thingNow }),
  'thing.updated': z.object({
    ...changed,
    thing: thingNow
      .optional()
      .describe(
        "The new state of the thing. Absent if it no longer matches the integration's filter and permissions",
      ),
    previous: thing
      .omit({ id: true })
      .partial()
      .optional()
      .describe(
        "The old values of what has changed. Absent if the thing did not match the integration's filter and permissions before",
      ),
  }),
  'thing.deleted': z.object({ ...changed, thing: thing.describe('The old value') }),
  'thing.online': z.object({ resource, thing: thingNow }),
  'thing.stale': z.object({ resource, thing: thingNow }),
  'metric.breached': z.object(crossing),
  'metric.cleared': z.object(crossing),
  'key.created': z.object({ ...changed, key: keyNow }),
  'key.revoked': z.object({ ...changed, key: keyNow }),
  'key.expired': z.object({ resource, key: keyNow }),
  'limit.exhausted': z.object({
    resource,
    tier: z.enum(budgetTiers).describe('The budget that was used up'),
    keyId: z.string().describe('The key whose call was refused'),
  }),
  'quota.reached': z.object({
    resource,
    kind: z.enum(storageKinds).describe('What is stored'),
    percent: z
      .literal(Object.values(quotaPercents))
      .describe('How much of the quota is used, at least'),
    usedBytes: z.int().describe('Bytes stored, before compression'),
    mostBytes: z.int().describe('Bytes that the organization may store'),
  }),
  'integration.test': z.object({
    resource,
    message: z.string().describe('A sentence for people'),
  }),
} as const satisfies Record<SentEventType, z.ZodObject>

/** The body of each event's delivery, as a type: see {@link eventBodies}. */
export type EventBodies = {
  [Type in SentEventType]: {
    type: Type
    timestamp: string
    data: z.output<(typeof data)[Type]>
  }
}

/** When each event is sent. */
export const eventSummaries: Readonly<Record<SentEventType, string>> = {
  'thing.created': 'A thing was created',
  'thing.updated': 'A thing was changed',
  'thing.deleted': 'A thing was deleted',
  'thing.online': 'A thing is sending data again',
  'thing.stale': 'A thing has not sent for longer than expected',
  'metric.breached': 'The latest value crossed a threshold of the integration',
  'metric.cleared': 'The latest value is within the threshold again',
  'key.created': 'A key was created',
  'key.revoked': 'A key was revoked',
  'key.expired': 'A key has expired',
  'limit.exhausted': 'A budget was used up; at most one event per tier in 15 minutes',
  'quota.reached': 'A storage quota is 80 percent used, or samples have reached all of theirs',
  'integration.test': 'A test event, sent on request',
}

/** The body of each event's delivery (Standard Webhooks): its type, when it happened, and its data. Times are UTC. */
export const eventBodies: Readonly<Record<SentEventType, z.ZodObject>> = Object.fromEntries(
  Object.entries(data).map(([type, shape]) => [type, bodyOf(type as SentEventType, shape)]),
) as Record<SentEventType, z.ZodObject>

/** The body of `thing.created` is the named schema ThingCreatedEvent. */
function bodyOf(type: SentEventType, shape: z.ZodObject): z.ZodObject {
  const words = type.split('.').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return z
    .object({
      type: z.literal(type).describe('Type of the event'),
      timestamp: z.string().describe('When it happened. UTC'),
      data: shape.describe('What has happened, and to what'),
    })
    .meta({ id: `${words.join('')}Event`, description: eventSummaries[type] })
}
