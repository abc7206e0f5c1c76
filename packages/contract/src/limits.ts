import { z } from 'zod'
import { keyLevels, levelFields } from './key-levels.ts'
import { usageDays, usageFields, usageZone } from './key-usage.ts'
import { operation } from './operation.ts'
import { fields, recordFields } from './primitives.ts'
import { budgetTiers } from './tiers.ts'

/** The greatest rate, in requests a minute, and the greatest burst that can be set. */
export const limitBounds = { perMinute: 10_000_000, burst: 10_000_000 } as const

/** Where a limit comes from: the default, the organization's own setting, or a temporary override. */
export const limitSources = ['default', 'standing', 'override'] as const

/** One of {@link limitSources}. */
export type LimitSource = (typeof limitSources)[number]

const tierMeaning = 'The tier of operations that use this budget'

const tierLimit = z
  .object({
    tier: z.enum(budgetTiers).describe(tierMeaning),
    ...levelFields,
    ...keyLevels,
    source: z
      .enum(limitSources)
      .describe(
        'default: the same for everyone. standing: set for this organization. override: set until a time',
      ),
    until: z.string().nullable().describe('When an override ends. UTC. Null without one'),
    reason: z
      .string()
      .nullable()
      .describe(
        'Why the limits differ from the default. Null: they do not, or no reason was given',
      ),
  })
  .meta({ id: 'TierLimit', description: 'The budget of one tier' })

/**
 * One tier's bucket: sustained rate a minute, burst, what is left now, and where the figures
 * come from.
 */
export type TierLimit = z.output<typeof tierLimit>

const limited = {
  calls: z.int().describe('Calls with a known key'),
  limited: z.int().describe('Calls refused with rate-limited'),
}

const limitUsage = z
  .object({
    from: z.string().describe('Start of the first day. UTC'),
    to: z.string().describe('Now. UTC'),
    timezone: usageFields.timezone,
    tiers: z
      .array(
        z.object({
          tier: z.string().describe(tierMeaning),
          ...limited,
          days: z
            .array(
              z.object({ date: z.string().describe('YYYY-MM-DD, in the time zone'), ...limited }),
            )
            .describe('Every day of the range. The last one is today'),
        }),
      )
      .describe('Each tier that calls used'),
    keys: z
      .array(
        z.object({
          keyId: usageFields.keyId,
          name: recordFields.name,
          ...limited,
          lastAt: z.string().describe('Time of its latest call. UTC'),
        }),
      )
      .describe('Keys that the caller may read, sorted by refused calls. At most 100'),
  })
  .meta({ id: 'LimitUsage', description: 'Calls and refusals by tier and by key' })

/** Calls and 429s by tier and day, and the keys that were refused most. */
export type LimitUsage = z.output<typeof limitUsage>

/** The rows of rate limits and their use (spec section 8). */
export const limitOperations = {
  'limits.list': operation({
    method: 'GET',
    path: '/v2/limits',
    tier: 'standard',
    sparesFailures: true,
    hasReserve: true,
    access: { action: 'read', resource: 'organization', target: 'own' },
    tag: 'Organization',
    summary: 'Get the rate limits',
    description:
      'What each tier allows, where the limits come from, and what is left now. Limits apply to the whole organization. The tier ingest exists only with dedicated ingestion: data calls then use it instead of standard.',
    query: z.strictObject({ fields }),
    status: 200,
    response: z
      .object({ items: z.array(tierLimit).describe('One for each tier') })
      .meta({ id: 'TierLimits', description: 'The budgets of the organization' }),
  }),
  'limits.usage': operation({
    method: 'GET',
    path: '/v2/limits/usage',
    tier: 'data-read',
    access: { action: 'read', resource: 'organization', target: 'own' },
    tag: 'Organization',
    summary: 'Get rate limit usage',
    description:
      'Calls of the last days by tier, and how many were refused with rate-limited, by day and by key. A call counts in the tier it used: data calls in ingest while the organization had dedicated ingestion.',
    query: z.strictObject({ days: usageDays(7), timezone: usageZone, fields }),
    status: 200,
    response: limitUsage,
    example: { query: { days: '14', timezone: 'Europe/Oslo' } },
  }),
}
