import { z } from 'zod'
import { id, stamps } from './primitives.ts'
import { resourceFilterFault } from './scopes.ts'

/** The types of events that an integration can ask for. */
export const eventTypes = [
  'thing.created',
  'thing.updated',
  'thing.deleted',
  'thing.online',
  'thing.stale',
  'metric.breached',
  'metric.cleared',
  'key.created',
  'key.revoked',
  'key.expired',
  'limit.exhausted',
] as const

export type EventType = (typeof eventTypes)[number]

/** The type of the test event, which is only sent on request. */
export const testEventType = 'integration.test'

/** The forms of the paths of the resources that an event type tells of. */
export function formsOfEvent(type: EventType): readonly string[] {
  if (type.startsWith('key.')) return ['KEY/#']
  if (type.startsWith('limit.')) return ['ORGANIZATION']
  return ['THING/#/#', 'PLACE/Site/#/THING/#/#', 'PLACE/Fleet/#/THING/#/#']
}

export const integrationBounds = {
  /** Integrations that an organization may have. */
  most: 50,
  thresholds: 50,
  /** Longest time, in hours, for which the secret before a rotation goes on signing. */
  overlapHours: 168,
} as const

const bound = z.number({ error: 'must be a number' }).nullable().default(null)

export const threshold = z
  .strictObject({
    metric: z.string().min(1).max(64).describe("The metric's key in the thing's type"),
    above: bound.describe('Breached while the latest value is greater'),
    below: bound.describe('Breached while the latest value is smaller'),
  })
  .refine(({ above, below }) => above !== null || below !== null, 'needs above or below, or both')
  .refine(
    ({ above, below }) => above === null || below === null || below <= above,
    'must have below no greater than above',
  )
  .meta({ id: 'Threshold' })

export type Threshold = z.output<typeof threshold>

export const thresholds = z
  .array(threshold)
  .max(integrationBounds.thresholds, `must be at most ${integrationBounds.thresholds} thresholds`)
  .refine(
    (list) => new Set(list.map(({ metric }) => metric)).size === list.length,
    'must have each metric once',
  )

export const eventTypeList = z
  .array(z.enum(eventTypes, { error: `must be one of ${eventTypes.join(', ')}` }))
  .min(1, 'must have at least one event type')
  .refine((list) => new Set(list).size === list.length, 'must have each event type once')

export const receiverUrl = z
  .string()
  .max(2000, 'must be at most 2000 characters')
  .check(({ value, issues }) => {
    const message = receiverUrlFault(value)
    if (message) issues.push({ code: 'custom', message, input: value })
  })
  .describe('https. Redirects are not followed; private and local addresses are refused')

function receiverUrlFault(text: string): string | undefined {
  if (!URL.canParse(text)) return 'must be a URL, for example https://example.com/hooks/sluice'
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must begin with https://'
  if (url.username !== '' || url.password !== '') {
    return 'must not hold a user or a password: a receiver trusts the signature'
  }
  return url.hash === '' ? undefined : 'must have no fragment: it is never sent'
}

export const eventFilter = z
  .string()
  .check(({ value, issues }) => {
    const message = resourceFilterFault(value)
    if (message) issues.push({ code: 'custom', message, input: value })
  })
  .describe("The resources whose events are sent, in a scope's grammar. # alone: all of them")

/** An integration's record. The secret is not in it: only creation and rotation answer that, once each. */
export const integration = z
  .object({
    id,
    name: z.string(),
    description: z.string(),
    labels: z.record(z.string(), z.string()),
    url: z.string(),
    eventTypes: z.array(z.enum(eventTypes)),
    resourceFilter: z.string(),
    thresholds: z.array(threshold),
    enabled: z.boolean(),
    disabledReason: z
      .string()
      .nullable()
      .describe('Why the service disabled it; null where people did, and while it is enabled'),
    failingSince: z
      .string()
      .nullable()
      .describe('Since when nothing could be delivered; null while it works'),
    previousSecretUntil: z
      .string()
      .nullable()
      .describe('Until when the secret before the last rotation signs too'),
    ...stamps,
  })
  .meta({ id: 'Integration' })

export type Integration = z.output<typeof integration>

export const integrationWithSecret = integration
  .extend({
    secret: z
      .string()
      .describe('The signing secret (Standard Webhooks): answered here and never again'),
  })
  .meta({ id: 'IntegrationWithSecret' })
