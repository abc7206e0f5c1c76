import { z } from 'zod'
import { levelFields } from './key-levels.ts'
import { actorReference } from './keys.ts'
import { limitBounds } from './limits.ts'
import { operation } from './operation.ts'
import { countedListQuery, countedPage, stamps, timeSort, timestamp } from './primitives.ts'
import { storageBounds, storageKinds } from './storage.ts'
import { budgetTiers } from './tiers.ts'

/** `Open` until an operator of the service answers. */
export const limitRequestStatuses = ['Open', 'Granted', 'Declined'] as const

/** How many requests of an organization can be open. */
export const limitRequestBounds = { open: 10 } as const

const tierMeaning = 'The tier of operations that the limit is for'

const wantedTier = z.strictObject({
  tier: z
    .enum(budgetTiers, { error: `must be one of ${budgetTiers.join(', ')}` })
    .describe(tierMeaning),
  perMinute: z
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(limitBounds.perMinute, `must be at most ${limitBounds.perMinute}`)
    .describe('The expected requests a minute'),
})

/** A list with unique names. */
function eachOnce<Element extends z.ZodType>(
  element: Element,
  nameOf: (one: z.output<Element>) => string,
  error: string,
) {
  const isOnce = (all: z.output<Element>[]) => new Set(all.map(nameOf)).size === all.length
  return z.array(element).refine(isOnce, { error })
}

const wantedTiers = eachOnce(wantedTier, ({ tier }) => tier, 'must name each tier once')

const wantedQuota = z.strictObject({
  kind: z
    .enum(storageKinds, { error: `must be one of ${storageKinds.join(', ')}` })
    .describe('The kind of storage'),
  bytes: z
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(storageBounds.bytes, `must be at most ${storageBounds.bytes}`)
    .describe('Maximum bytes to store'),
})

const wantedStorage = eachOnce(wantedQuota, ({ kind }) => kind, 'must name each kind once')

/** The body that requests higher limits: each tier and each kind of storage once, with a reason. */
export const limitRequestDraft = z
  .strictObject({
    tiers: wantedTiers.describe('The tiers to raise. ingest requests dedicated ingestion'),
    storage: wantedStorage.default([]).describe('The storage quotas to raise, permanently'),
    reason: z
      .string()
      .trim()
      .min(1, 'must say why')
      .max(2000, 'must be at most 2000 characters')
      .describe('Why the limits are needed'),
    until: timestamp
      .nullable()
      .default(null)
      .describe('Until when to raise the tiers. In the future. Null: permanently'),
  })
  .refine(({ tiers, storage }) => tiers.length + storage.length > 0, {
    error: 'must name at least one tier, or storage',
    path: ['tiers'],
  })
  .meta({ id: 'LimitRequestCreate', description: 'A request for higher limits' })

const limitRequest = z
  .object({
    id: z.string().describe('Id of the request'),
    tiers: z.array(wantedTier).describe('The tiers to raise'),
    storage: z.array(wantedQuota).describe('The storage quotas to raise, permanently'),
    reason: z.string().describe('Why the limits are needed'),
    until: z.string().nullable().describe('Until when they are needed. UTC. Null: permanently'),
    status: z.enum(limitRequestStatuses).describe('Open until the operator has decided'),
    createdAt: stamps.createdAt,
    createdBy: actorReference.describe('Who requested them'),
    decision: z
      .object({
        at: z.string().describe('When it was made. UTC'),
        reason: z.string().describe("The operator's comment"),
        granted: z
          .array(
            z.object({
              tier: z.enum(budgetTiers).describe(tierMeaning),
              perMinute: levelFields.perMinute,
              burst: levelFields.burst,
            }),
          )
          .describe('Can be less than was requested. Empty when declined'),
        storage: z.array(wantedQuota).describe('The storage quotas that were granted'),
        until: z.string().nullable().describe('When the granted limits end. UTC. Null: never'),
      })
      .nullable()
      .describe('What the operator decided. Null while it is open'),
  })
  .meta({ id: 'LimitRequest', description: 'A request for higher limits, with the decision' })

/**
 * A request for higher limits with the operator's decision, or null while it is open. Rates are
 * per minute, storage in bytes.
 */
export type LimitRequest = z.output<typeof limitRequest>

/** The rows of limit requests (spec section 8.5). */
export const limitRequestOperations = {
  'limitRequests.create': operation({
    method: 'POST',
    path: '/v2/limits/requests',
    tier: 'standard',
    access: { action: 'admin', resource: 'organization', target: 'own' },
    tag: 'Organization',
    summary: 'Request higher rate limits',
    description: `The operator of the service grants the request, wholly or partly, or declines it. At most ${limitRequestBounds.open} requests can be open.`,
    body: limitRequestDraft,
    status: 201,
    response: limitRequest,
    example: {
      body: {
        tiers: [{ tier: 'standard', perMinute: 6000 }],
        reason: '200 more trucks',
        until: null,
      },
    },
  }),
  'limitRequests.list': operation({
    method: 'GET',
    path: '/v2/limits/requests',
    tier: 'standard',
    access: { action: 'read', resource: 'organization', target: 'own' },
    tag: 'Organization',
    summary: 'List requests for higher rate limits',
    description: 'All requests, with their decisions.',
    query: z.strictObject({ ...countedListQuery, sort: timeSort('createdAt') }),
    status: 200,
    response: countedPage(limitRequest),
  }),
}
