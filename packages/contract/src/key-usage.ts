import { z } from 'zod'
import { adminOnly, keyParams } from './keys.ts'
import { operation } from './operation.ts'
import { fields, timezone } from './primitives.ts'
import { type callOutcomes, usageLimits } from './words.ts'

/** A query's number of days, today included: 1 to 90, `preset` when absent. */
export const usageDays = (preset: number) =>
  z.coerce
    .number<number | string>({ error: 'must be a whole number' })
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(usageLimits.days, `must be at most ${usageLimits.days}: older calls are not kept`)
    .default(preset)
    .describe('How many days back, today included')

/** The IANA zone in which days begin and end. Default: UTC. */
export const usageZone = timezone
  .default('UTC')
  .describe('IANA time zone that determines where days begin')

/** Calls by their outcome. */
export const outcomeCounts = {
  ok: z.int().describe('With a status below 400'),
  refused: z.int().describe('Answered with 400 to 499'),
  failed: z.int().describe('Answered with 500 or more'),
}

/** Calls, and how many of them had which outcome. */
export const callCounts = {
  calls: z.int().describe('All calls: ok, refused and failed'),
  ...outcomeCounts,
}

/** Fields that usage and calls share. */
export const usageFields = {
  keyId: z.string().describe('Id of the key'),
  operation: z.string().describe('Name of the operation, for example things.get'),
  address: z.string().describe('IP address of the client'),
  from: z.string().describe('Start of the range. UTC'),
  to: z.string().describe('End of the range. UTC'),
  timezone: z.string().describe('IANA time zone that determines where days begin'),
  lastAt: z.string().describe('Time of the latest one. UTC'),
}
const { keyId, operation: operationName, address, lastAt } = usageFields

const problems = z.record(z.string(), z.int()).describe('Refused and failed calls by problem code')

const usage = z
  .object({
    keyId,
    from: z.string().describe('Start of the first day. UTC'),
    to: z.string().describe('Now. UTC'),
    timezone: usageFields.timezone,
    lastUsedAt: z
      .string()
      .nullable()
      .describe("The key's last use, even before the range. UTC. Null: never used"),
    totals: z.object({ ...callCounts, problems }).describe('Over the whole range'),
    days: z
      .array(
        z.object({
          date: z.string().describe('YYYY-MM-DD, in the time zone'),
          ...callCounts,
          problems,
        }),
      )
      .describe('Every day of the range. The last one is today'),
    operations: z
      .array(z.object({ operation: operationName, ...callCounts, lastAt }))
      .describe(`Sorted by calls. At most ${usageLimits.named}`),
    addresses: z
      .array(z.object({ address, ...callCounts, lastAt }))
      .describe(`Sorted by calls. At most ${usageLimits.named}`),
  })
  .meta({ id: 'KeyUsage', description: 'Calls of one key' })

/** The smallest scope that admits a logged call. */
export const neededScope = z
  .object({
    action: z.enum(['read', 'write', 'admin']).describe('What the call did'),
    resourceFilter: z.string().describe('The path of the resource, or # for a list'),
  })
  .meta({ id: 'NeededScope', description: 'The smallest scope that admits a call' })

const overview = z
  .object({
    timezone: usageFields.timezone,
    dates: z.array(z.string()).describe('YYYY-MM-DD, oldest first. The last one is today'),
    items: z
      .array(
        z.object({
          keyId,
          calls: z.array(z.int()).describe('Calls per day, one number for each of dates'),
          total: z.int().describe('Calls on all these days'),
          refused: outcomeCounts.refused,
          failed: outcomeCounts.failed,
          refusedRatio: z
            .number()
            .nullable()
            .describe('Ratio of refused calls, 0 to 1. Null without calls'),
        }),
      )
      .describe('The requested keys that the caller may read, in the order of the request'),
  })
  .meta({ id: 'KeyUsageOverview', description: 'Calls per day of several keys' })

/** Fields that rows on the request log of a key share. */
export const keyQuestion = {
  method: 'GET',
  tier: 'data-read',
  access: { action: 'read', resource: 'key', target: 'one', keyTypes: adminOnly },
  tag: 'Key usage',
  status: 200,
} as const

/** The rows of key usage: counts. */
export const keyUsageOperations = {
  'keys.usage': operation({
    ...keyQuestion,
    path: '/v2/key/{keyId}/usage',
    params: keyParams,
    summary: "Get a key's usage",
    description:
      'Calls by day and outcome, by operation and by address. Lags by about a second. Calls are kept for 90 days. Logging is best effort, and only calls with a known key are logged.',
    query: z.strictObject({
      days: usageDays(30),
      timezone: usageZone,
      fields,
    }),
    response: usage,
    example: { query: { days: '30', timezone: 'Europe/Oslo' } },
  }),
  'keys.usageOverview': operation({
    ...keyQuestion,
    path: '/v2/keys/usage',
    access: { action: 'read', resource: 'key', target: 'many', keyTypes: adminOnly },
    summary: 'Get the usage of several keys',
    description: `Calls per day of up to ${usageLimits.overviewKeys} keys over the last ${usageLimits.overviewDays} days. Keys that the caller may not read are omitted.`,
    query: z.strictObject({
      keys: z
        .string({ error: 'must be key ids, comma-separated' })
        .transform((text) => [...new Set(text.split(',').map((id) => id.trim()))])
        .pipe(
          z
            .array(z.string().regex(/^[0-9A-Za-z]{12}$/, 'must be key ids, comma-separated'))
            .max(usageLimits.overviewKeys, `must be at most ${usageLimits.overviewKeys} ids`),
        )
        .describe(`Comma-separated key ids. At most ${usageLimits.overviewKeys}`),
      timezone: usageZone,
    }),
    response: overview,
    example: { query: { keys: 'f3kQ9xZb7LmA,Hc2vN8pRt5Wy' } },
  }),
}

/**
 * Calls of one key by day, operation and address. Days are those of `timezone`; other times are
 * UTC.
 */
export type KeyUsage = z.output<typeof usage>

/** Calls a day of several keys. `refusedRatio` is 0 to 1, or null without calls. */
export type KeyUsageOverview = z.output<typeof overview>

/** One of {@link callOutcomes}. */
export type CallOutcome = (typeof callOutcomes)[number]
