import { z } from 'zod'
import { recordFields, stamps } from './primitives.ts'
import { resourceFilter } from './scopes.ts'
import { eventTypes } from './words.ts'

/** One of {@link eventTypes}: the noun, a dot, what happened. */
export type EventType = (typeof eventTypes)[number]

/** The type of the test event, which is only sent on request. */
export const testEventType = 'integration.test'

/**
 * The path forms of the resources that an event type is about. Scopes and filters are matched
 * against these.
 */
export function formsOfEvent(type: EventType): readonly string[] {
  if (type.startsWith('key.')) return ['KEY/#']
  if (type.startsWith('limit.') || type.startsWith('quota.')) return ['ORGANIZATION']
  return ['THING/#/#', 'PLACE/Site/#/THING/#/#', 'PLACE/Fleet/#/THING/#/#']
}

/** Bounds of integrations. */
export const integrationBounds = {
  /** Integrations that an organization may have. */
  most: 50,
  thresholds: 50,
  /** The longest overlap in which deliveries are also signed with the old secret. */
  overlapSeconds: 604_800,
} as const

const meanings = {
  eventTypes: 'Types of the events that are sent',
  resourceFilter:
    'Resources whose events are sent: a filter as in a scope. # alone matches everything',
  thresholds: 'When metric.breached and metric.cleared are sent',
  enabled: 'Whether events are recorded and sent',
}

/** Whether an integration sends events. */
export const enabled = z.boolean().describe(meanings.enabled)

const bound = z.number({ error: 'must be a number' }).nullable().default(null)

/** A metric's limits. An event is sent when its latest value crosses one. */
export const threshold = z
  .strictObject({
    metric: z.string().min(1).max(64).describe("The metric's key in the thing's type"),
    above: bound.describe('Breached while the latest value is above this. Null: no upper bound'),
    below: bound.describe('Breached while the latest value is below this. Null: no lower bound'),
  })
  .refine(({ above, below }) => above !== null || below !== null, 'must have above, below or both')
  .refine(
    ({ above, below }) => above === null || below === null || below <= above,
    'must have below at most above',
  )
  .meta({
    id: 'Threshold',
    description: 'Limits of one metric, in its unit. At least one is a number',
  })

/**
 * Limits of one metric, in the metric's unit. `above` and `below` are exclusive; at least one
 * is a number.
 */
export type Threshold = z.output<typeof threshold>

/** An integration's thresholds: one per metric, at most 50. */
export const thresholds = z
  .array(threshold)
  .max(integrationBounds.thresholds, `must be at most ${integrationBounds.thresholds} thresholds`)
  .refine(
    (list) => new Set(list.map(({ metric }) => metric)).size === list.length,
    'must list each metric once',
  )
  .describe(meanings.thresholds)

/** The event types of an integration: each once, at least one. */
export const eventTypeList = z
  .array(z.enum(eventTypes, { error: `must be one of ${eventTypes.join(', ')}` }))
  .min(1, 'must have at least one event type')
  .refine((list) => new Set(list).size === list.length, 'must list each event type once')
  .describe(meanings.eventTypes)

/**
 * A receiver's URL: at most 2,000 characters, without credentials or fragment. Whether its
 * address is public is checked at delivery.
 */
export const receiverUrl = z
  .string()
  .max(2000, 'must be at most 2000 characters')
  .check(({ value, issues }) => {
    const message = receiverUrlFault(value)
    if (message) issues.push({ code: 'custom', message, input: value })
  })
  .describe('https. Redirects are not followed. Private and local addresses are refused')

function receiverUrlFault(text: string): string | undefined {
  if (!URL.canParse(text)) return 'must be a URL, for example https://example.com/hooks/sluice'
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must begin with https://'
  if (url.username !== '' || url.password !== '') {
    return 'must not contain a user or a password: receivers check the signature'
  }
  return url.hash === '' ? undefined : 'must have no fragment: it would not be sent'
}

/** Which resources' events are sent. */
export const eventFilter = resourceFilter.describe(meanings.resourceFilter)

/** An integration's record. The secret is not in it: only creation and rotation answer that, once each. */
export const integration = z
  .object({
    ...recordFields,
    url: z.string().describe('Where events are posted'),
    eventTypes: z.array(z.enum(eventTypes)).describe(meanings.eventTypes),
    resourceFilter: z.string().describe(meanings.resourceFilter),
    thresholds: z.array(threshold).describe(meanings.thresholds),
    enabled: z.boolean().describe(meanings.enabled),
    disabledReason: z
      .string()
      .nullable()
      .describe('Why the service disabled it. Null while enabled, or when a person disabled it'),
    urlKeyId: z
      .string()
      .nullable()
      .describe(
        'The key that set the URL. Events that it currently may not read are not sent. Null: not set by a key',
      ),
    urlUserId: z
      .string()
      .nullable()
      .describe(
        'The person who set the URL. No events are sent unless they are a member whose role may set it. Null: set by a key, or nobody is recorded',
      ),
    withheldReason: z
      .string()
      .nullable()
      .describe(
        'Why events are not sent although it is enabled: the key that set the URL is no longer active, the person who set it is no longer a member who may, or whoever set it may not read all of them. Null: all are sent',
      ),
    droppingSince: z
      .string()
      .nullable()
      .describe(
        'Since when new events are dropped, because more than 250,000 deliveries are pending, or with more than two integrations, more than an equal share of 500,000. This ends when half of them are left. UTC. Null: none are dropped',
      ),
    failingSince: z
      .string()
      .nullable()
      .describe('Since when deliveries have failed. UTC. Null while they succeed'),
    previousSecretUntil: z
      .string()
      .nullable()
      .describe(
        'Until when deliveries are also signed with the previous secret. UTC. Null: they are not',
      ),
    ...stamps,
  })
  .meta({ id: 'Integration', description: 'A webhook: where events go, which ones, and its state' })

/**
 * A webhook endpoint: its URL, event types, filter and state. The signing secret is not part of
 * it. Times are UTC.
 */
export type Integration = z.output<typeof integration>

/**
 * An integration with its signing secret (Standard Webhooks). Only creation and rotation answer
 * it, once each.
 */
export const integrationWithSecret = integration
  .extend({
    secret: z.string().describe('The signing secret (Standard Webhooks). Shown only once'),
  })
  .meta({ id: 'IntegrationWithSecret', description: 'An integration with its signing secret' })
