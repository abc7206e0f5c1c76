import { z } from 'zod'
import { adminOnly, allowedIpCidrs, keyParams, scopes } from './keys.ts'
import { operation } from './operation.ts'
import { fields, listQuery, page, timezone } from './primitives.ts'
import { scope } from './scopes.ts'

export const callOutcomes = ['ok', 'refused', 'failed'] as const

/** Bounds of questions about usage. The request log keeps no older calls. */
export const usageLimits = { days: 90, overviewDays: 14, overviewKeys: 100, named: 100 } as const

/** How many days back a question about calls goes. */
export const usageDays = (preset: number) =>
  z.coerce
    .number<number | string>({ error: 'must be a whole number' })
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(
      usageLimits.days,
      `must be at most ${usageLimits.days}, which is as long as calls are kept`,
    )
    .default(preset)

export const usageZone = timezone.default('UTC').describe('IANA zone in which days begin and end')

const counts = {
  calls: z.int().describe('All calls: ok, refused and failed'),
  ok: z.int().describe('Answered with a status below 400'),
  refused: z.int().describe('Answered with 400 to 499'),
  failed: z.int().describe('Answered with 500 or more'),
}

const named = { ...counts, lastAt: z.string().describe('When the last of them came') }

const usage = z
  .object({
    keyId: z.string(),
    from: z.string().describe('Start of the first day'),
    to: z.string().describe('Now'),
    timezone: z.string(),
    lastUsedAt: z.string().nullable().describe("The key's last use, however long ago"),
    totals: z.object({ ...counts, problems: z.record(z.string(), z.int()) }),
    days: z
      .array(
        z.object({
          date: z.string().describe('YYYY-MM-DD, in the time zone'),
          ...counts,
          problems: z
            .record(z.string(), z.int())
            .describe('Refused and failed calls by problem code'),
        }),
      )
      .describe('Every day of the range, the last one being today'),
    operations: z
      .array(z.object({ operation: z.string(), ...named }))
      .describe(`By calls; at most ${usageLimits.named}`),
    addresses: z
      .array(z.object({ address: z.string(), ...named }))
      .describe(`By calls; at most ${usageLimits.named}`),
  })
  .meta({ id: 'KeyUsage' })

const needed = z.object({ action: z.enum(['read', 'write', 'admin']), resourceFilter: z.string() })

const call = z
  .object({
    at: z.string(),
    operation: z.string(),
    tier: z.string(),
    outcome: z.enum(callOutcomes),
    status: z.int().describe('The HTTP status answered'),
    problem: z.string().nullable().describe('The problem code; null for a call that succeeded'),
    reason: z.string().nullable().describe('Why it was refused or failed, in a sentence'),
    address: z.string(),
    durationMs: z.number(),
    needed: z
      .array(needed)
      .describe(
        'The smallest scopes that let such a call in, as far as the call came; # for a list',
      ),
    calls: z
      .int()
      .describe(
        '1, or how many calls refused for the same rate limit at about this time this stands for',
      ),
  })
  .meta({ id: 'KeyCall' })

const overview = z
  .object({
    timezone: z.string(),
    dates: z.array(z.string()).describe('YYYY-MM-DD, oldest first, the last one being today'),
    items: z
      .array(
        z.object({
          keyId: z.string(),
          calls: z.array(z.int()).describe('Calls a day, as many as dates'),
          total: z.int(),
          refused: z.int(),
          failed: z.int(),
          refusedShare: z
            .number()
            .nullable()
            .describe('Refused calls of all, 0 to 1; null where there were none'),
        }),
      )
      .describe('The keys asked for that the caller may read, in the order of the question'),
  })
  .meta({ id: 'KeyUsageOverview' })

const evidence = {
  calls: z.int().describe('Successful calls that it lets in'),
  lastAt: z.string(),
}

const suggestions = z
  .object({
    keyId: z.string(),
    from: z.string(),
    to: z.string(),
    calls: z.int().describe('Successful calls in the range: what the suggestions are drawn from'),
    scopes: z.object({
      suggested: z
        .array(scope)
        .describe(
          'The least that the calls needed. Empty where none needed any: then there is nothing to suggest',
        ),
      narrower: z.boolean().describe("Do the key's own scopes allow more?"),
      covered: z
        .int()
        .describe("Calls it lets in: all but those that the key's own scopes no longer allow"),
      evidence: z.array(z.object({ scope, ...evidence, operations: z.array(z.string()) })),
    }),
    allowList: z.object({
      suggested: z
        .array(z.string())
        .nullable()
        .describe(
          'Null: the calls came from more networks than a list can hold, or there were none',
        ),
      narrower: z.boolean().describe("Does the key's own list admit more?"),
      covered: z.int(),
      evidence: z.array(
        z.object({ entry: z.string(), ...evidence, addresses: z.int().describe('Distinct ones') }),
      ),
    }),
  })
  .meta({ id: 'KeySuggestions' })

const replayRequest = z
  .strictObject({
    scopes: scopes.optional().describe("In place of the key's own"),
    allowedIpCidrs: allowedIpCidrs.optional().describe("In place of the key's own"),
    days: usageDays(7).describe('How many days back'),
  })
  .refine(
    (body) => body.scopes !== undefined || body.allowedIpCidrs !== undefined,
    'must have scopes or allowedIpCidrs: what would be saved',
  )

const replay = z
  .object({
    keyId: z.string(),
    from: z.string(),
    to: z.string(),
    calls: z.int().describe('Successful calls in the range'),
    judged: z
      .int()
      .describe(
        'Of them, how many were judged: fewer where they were of too many kinds to look at all',
      ),
    refused: z.int().describe('Calls that the key lets in now and the change would refuse'),
    narrowed: z.int().describe('Lists that would still be answered, but could hold less'),
    alreadyRefused: z.int().describe('Calls that the key, changed since, refuses now as well'),
    groups: z
      .array(
        z.object({
          effect: z.enum(['refused', 'narrowed']),
          problem: z.enum(['address-not-allowed', 'scope-missing']).nullable(),
          operation: z.string(),
          address: z.string(),
          needed: z
            .array(needed)
            .describe('Of the latest such call: what it needed and would miss'),
          calls: z.int(),
          lastAt: z.string(),
        }),
      )
      .describe(`What would change, by calls; at most ${usageLimits.named}`),
  })
  .meta({ id: 'KeyReplay' })

const question = {
  method: 'GET',
  tier: 'data-read',
  access: { action: 'read', resource: 'key', target: 'one', keyTypes: adminOnly },
  tag: 'Key usage',
  status: 200,
} as const

export const keyUsageOperations = {
  'keys.usage': operation({
    ...question,
    path: '/v2/key/{keyId}/usage',
    params: keyParams,
    summary: 'Get how a key is used',
    description:
      'Calls by day and outcome, by operation and by address, as of about a second ago. Calls are kept for 90 days; they are logged by best effort, and only those that reached a known key.',
    query: z.strictObject({
      days: usageDays(30).describe('How many days, today included'),
      timezone: usageZone,
      fields,
    }),
    response: usage,
    example: { query: { days: '30', timezone: 'Europe/Oslo' } },
  }),
  'keys.calls': operation({
    ...question,
    path: '/v2/key/{keyId}/calls',
    params: keyParams,
    summary: "List a key's recent calls",
    description: 'Newest first, each with its outcome and, where it was refused, why.',
    query: z.strictObject({
      ...listQuery,
      outcome: z
        .enum(callOutcomes, { error: 'must be ok, refused or failed' })
        .optional()
        .describe('ok: below 400. refused: 400 to 499. failed: 500 or more'),
    }),
    response: page(call),
    example: { query: { outcome: 'refused' } },
  }),
  'keys.usageOverview': operation({
    ...question,
    path: '/v2/keys/usage',
    access: { action: 'read', resource: 'key', target: 'many', keyTypes: adminOnly },
    summary: 'Get how keys are used',
    description: `Calls a day of up to ${usageLimits.overviewKeys} keys over the last ${usageLimits.overviewDays} days. Keys that the caller may not read are left out.`,
    query: z.strictObject({
      keys: z
        .string({ error: 'must be key ids, comma-separated' })
        .transform((text) => [...new Set(text.split(',').map((id) => id.trim()))])
        .pipe(
          z
            .array(z.string().regex(/^[0-9A-Za-z]{12}$/, 'must be key ids, comma-separated'))
            .max(usageLimits.overviewKeys, `must be at most ${usageLimits.overviewKeys} ids`),
        )
        .describe(`Key ids, comma-separated; at most ${usageLimits.overviewKeys}`),
      timezone: usageZone,
    }),
    response: overview,
    example: { query: { keys: 'f3kQ9xZb7LmA,Hc2vN8pRt5Wy' } },
  }),
  'keys.suggestions': operation({
    ...question,
    path: '/v2/key/{keyId}/suggestions',
    params: keyParams,
    summary: 'Get narrower scopes and an allow-list for a key',
    description:
      'The least scopes and the smallest allow-list that let in what the key did with success, never more than it may do now. Exact resources up to 20 an action and form, beyond that # at the segments that differ; what the key created becomes #; through a site where everything was in one; what a list reached stays whole. Exact addresses up to 20, beyond that /24 and /64 networks.',
    query: z.strictObject({ days: usageDays(30).describe('How many days back') }),
    response: suggestions,
    example: { query: { days: '30' } },
  }),
  'keys.replay': operation({
    ...question,
    method: 'POST',
    path: '/v2/key/{keyId}/replay',
    params: keyParams,
    readOnly: true,
    summary: 'Replay recent calls against other scopes or another allow-list',
    description:
      "How many of the last days' successful calls would be refused if the key were saved with these: judged by the same rules as real calls. Changes nothing.",
    body: replayRequest,
    response: replay,
    example: {
      body: {
        scopes: [{ action: 'read', resourceFilter: 'PLACE/Site/seattle/THING/#/#' }],
        allowedIpCidrs: ['192.0.2.0/24'],
      },
    },
  }),
}

export type KeyUsage = z.output<typeof usage>
export type KeyCall = z.output<typeof call>
export type KeyUsageOverview = z.output<typeof overview>
export type KeySuggestions = z.output<typeof suggestions>
export type KeyReplay = z.output<typeof replay>
export type CallOutcome = (typeof callOutcomes)[number]
