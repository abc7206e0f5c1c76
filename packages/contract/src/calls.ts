import { z } from 'zod'
import { callCounts, neededScope, outcomeCounts, usageFields } from './key-usage.ts'
import { adminOnly, keyParams } from './keys.ts'
import { operation } from './operation.ts'
import { instant, listQuery, page, wholeNumber } from './primitives.ts'
import { callOutcomes, usageLimits } from './words.ts'

/** Most bars of a histogram of calls, and most values that each of its rankings lists. */
export const callCountLimits = { bars: 150, ranked: 20 } as const

const { keyId, operation: operationName, address } = usageFields
const problem = z.string().nullable().describe('The problem code. Null for a successful call')

const call = z
  .object({
    at: z.string().describe('When it arrived. UTC'),
    requestId: z
      .string()
      .nullable()
      .describe(
        'The X-Request-Id of the response. Null for older calls. If the entry stands for several: the first',
      ),
    keyId,
    keyName: z.string().nullable().describe('Null for an unknown key'),
    operation: operationName,
    tier: z
      .string()
      .describe(
        "The tier whose budget it used. If the key's own part of that refused it: the tier with -share or -failures, as in RateLimit",
      ),
    outcome: z
      .enum(callOutcomes)
      .describe('ok: below 400. refused: 400 to 499. failed: 500 or more'),
    status: z.int().describe('The HTTP status'),
    problem,
    reason: z
      .string()
      .nullable()
      .describe('Why it was refused or failed, in one sentence. Null for a successful call'),
    address,
    durationSeconds: z.number().describe('Seconds from its arrival to the response'),
    needed: z
      .array(neededScope)
      .describe(
        'The smallest scopes that allow such a call, as far as it was processed. # for a list. If a call needed more than a hundred, similar ones are merged, with # in place of the ids. A missing scope comes last. For a 404, only those that the caller may read',
      ),
    missingNow: z
      .array(neededScope)
      .describe("Those in `needed` that the key's current scopes do not cover"),
    calls: z
      .int()
      .describe(
        'How many calls this entry stands for. Above 1: calls from an address in the same second, refused for the same reason: by a rate limit, because the key is revoked or expired, or because of the address',
      ),
  })
  .meta({ id: 'KeyCall', description: 'A logged call, or several that were refused alike' })

/** An exact text in the log, to filter calls by. */
const word = z.string().max(200, 'must be at most 200 characters').optional()

const filters = {
  from: instant.optional().describe('Included. ISO 8601 with an offset, or -24h'),
  to: instant.optional().describe('Excluded. ISO 8601 with an offset, -1h or now. Default: now'),
  outcome: z
    .enum(callOutcomes, { error: 'must be ok, refused or failed' })
    .optional()
    .describe('ok: below 400. refused: 400 to 499. failed: 500 or more'),
  status: wholeNumber(100, 599).optional().describe('The HTTP status'),
  problem: word.describe('The problem code'),
  operation: word.describe("The operation's name"),
  address: word.describe('The IP address'),
  resource: z
    .string()
    .regex(/^[^\s/]+(\/[^\s/]+)*$/, 'must be an id or a resource path')
    .max(300, 'must be at most 300 characters')
    .optional()
    .describe(
      'An id or a resource path: calls that needed it, or something in it. Calls that needed more than a hundred resources are only found by type, site or fleet',
    ),
  requestId: word.describe('The X-Request-Id of the response'),
}

const ofAnyKey = {
  key: z
    .string()
    .regex(/^[0-9A-Za-z]{12}$/, 'must be a key id')
    .optional()
    .describe('Id of the key'),
}

const counted = z
  .object({
    from: z.string().describe('Start of the first bar. UTC'),
    to: z.string().describe('End of the last bar. UTC'),
    intervalSeconds: z.int().describe('Length of a bar, in seconds'),
    totals: z.object(callCounts).describe('Over the whole range'),
    bars: z
      .array(z.object({ at: z.string().describe('Its start. UTC'), ...outcomeCounts }))
      .describe('Every bar of the range, oldest first'),
    keys: z
      .array(
        z.object({
          keyId,
          name: z.string().nullable().describe('Null for an unknown key'),
          ...callCounts,
        }),
      )
      .describe(`Sorted by calls. At most ${callCountLimits.ranked}, like the other rankings`),
    operations: z
      .array(z.object({ operation: operationName, ...callCounts }))
      .describe('Sorted by calls'),
    statuses: z
      .array(
        z.object({
          status: z.int().describe('The HTTP status'),
          problem,
          calls: z.int().describe('Calls with this status'),
        }),
      )
      .describe('Sorted by calls'),
    addresses: z.array(z.object({ address, ...callCounts })).describe('Sorted by calls'),
  })
  .meta({ id: 'CallCounts', description: 'Calls by time, key, operation, status and address' })

const shared = {
  method: 'GET',
  tier: 'data-read',
  tag: 'Key usage',
  status: 200,
} as const

const ofOrganization = {
  action: 'read',
  resource: 'key',
  target: 'many',
  keyTypes: adminOnly,
} as const

/** The rows that list logged calls. */
export const callOperations = {
  'keys.calls': operation({
    ...shared,
    access: { action: 'read', resource: 'key', target: 'one', keyTypes: adminOnly },
    path: '/v2/key/{keyId}/calls',
    params: keyParams,
    summary: "List a key's recent calls",
    description: 'Newest first, each with its outcome and, if refused, the reason.',
    query: z.strictObject({ ...listQuery, ...filters }),
    response: page(call),
    example: { query: { outcome: 'refused' } },
  }),
  'calls.list': operation({
    ...shared,
    access: ofOrganization,
    path: '/v2/calls',
    summary: 'List recent calls',
    description: `Calls of all keys that the caller may read, newest first, each with its outcome and, if refused, the reason. Default range: the 24 hours before \`to\`. Calls are kept for ${usageLimits.days} days. Lags by seconds. Logging is best effort, and only calls with a known key are logged.`,
    query: z.strictObject({ ...listQuery, ...ofAnyKey, ...filters }),
    response: page(call),
    example: {
      query: { from: '2026-06-01T14:00:00Z', to: '2026-06-01T14:05:00Z', outcome: 'refused' },
    },
  }),
  'calls.count': operation({
    ...shared,
    access: ofOrganization,
    path: '/v2/calls/counts',
    summary: 'Count calls',
    description: `Calls of all keys that the caller may read, by time, and by key, operation, status and address. Default range: the 24 hours before \`to\`. There are at most ${callCountLimits.bars} bars; the range determines their length, and is widened to whole bars.`,
    query: z.strictObject({ ...ofAnyKey, ...filters }),
    response: counted,
    example: { query: { from: '2026-06-01T00:00:00Z', to: '2026-06-02T00:00:00Z' } },
  }),
}

/**
 * One logged call: key, outcome, status, reason and the smallest scopes it needed.
 */
export type KeyCall = z.output<typeof call>

/** Calls by time, key, operation, status and address. */
export type CallCounts = z.output<typeof counted>
