import { z } from 'zod'
import { usageDays, usageZone } from './key-usage.ts'
import { operation } from './operation.ts'
import { fields } from './primitives.ts'
import { budgetTiers } from './tiers.ts'

/** What a rate limit's figures may be. */
export const limitBounds = { perMinute: 10_000_000, burst: 10_000_000 } as const

/** Where an organization's figures come from. */
export const limitSources = ['default', 'standing', 'override'] as const
export type LimitSource = (typeof limitSources)[number]

const tierLimit = z
  .object({
    tier: z.enum(budgetTiers),
    perMinute: z.number().describe('Sustained requests a minute; the bucket refills continuously'),
    burst: z.number().describe('Most units that the bucket holds'),
    remaining: z.int().describe('Units there now'),
    secondsUntilFull: z.int(),
    source: z
      .enum(limitSources)
      .describe('default: as for everyone. standing: of this organization. override: until a time'),
    until: z.string().nullable().describe('When an override ends, UTC'),
    reason: z.string().nullable().describe('Why the figures are not the default ones'),
  })
  .meta({ id: 'TierLimit' })

export type TierLimit = z.output<typeof tierLimit>

const limited = {
  calls: z.int().describe('All calls of known keys'),
  limited: z.int().describe('Those refused with 429'),
}

const limitUsage = z
  .object({
    from: z.string().describe('Start of the first day'),
    to: z.string().describe('Now'),
    timezone: z.string(),
    tiers: z.array(
      z.object({
        tier: z.string(),
        ...limited,
        days: z
          .array(
            z.object({ date: z.string().describe('YYYY-MM-DD, in the time zone'), ...limited }),
          )
          .describe('Every day of the range, the last one being today'),
      }),
    ),
    keys: z
      .array(z.object({ keyId: z.string(), name: z.string(), ...limited, lastAt: z.string() }))
      .describe('By calls that were refused; at most 100, and only those that the caller may read'),
  })
  .meta({ id: 'LimitUsage' })

export type LimitUsage = z.output<typeof limitUsage>

export const limitOperations = {
  'limits.list': operation({
    method: 'GET',
    path: '/v2/limits',
    tier: 'standard',
    access: { action: 'read', resource: 'organization', target: 'own' },
    tag: 'Organization',
    summary: 'Get the rate limits',
    description:
      'The organization’s budgets: what each tier allows, where the figures come from, and what is left now. All keys of the organization draw on the same ones. The tier ingest is there for organizations with dedicated ingestion, whose data calls draw on it in place of standard.',
    query: z.strictObject({ fields }),
    status: 200,
    response: z.object({ items: z.array(tierLimit) }).meta({ id: 'TierLimits' }),
  }),
  'limits.usage': operation({
    method: 'GET',
    path: '/v2/limits/usage',
    tier: 'data-read',
    access: { action: 'read', resource: 'organization', target: 'own' },
    tag: 'Organization',
    summary: 'Get how the limits are used',
    description:
      'Calls of the last days by tier, and how many of them were refused for want of units; by day and by key. A call counts in the tier whose budget it drew on: data calls in ingest while the organization had dedicated ingestion.',
    query: z.strictObject({ days: usageDays(7), timezone: usageZone, fields }),
    status: 200,
    response: limitUsage,
    example: { query: { days: '14', timezone: 'Europe/Oslo' } },
  }),
}
