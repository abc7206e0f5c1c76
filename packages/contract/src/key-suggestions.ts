import { z } from 'zod'
import { keyQuestion, neededScope, usageDays, usageLimits } from './key-usage.ts'
import { allowedIpCidrs, keyParams, scopes } from './keys.ts'
import { operation } from './operation.ts'
import { scope } from './scopes.ts'

const evidence = {
  calls: z.int().describe('Successful calls that it admits'),
  lastAt: z.string(),
}

const suggestions = z
  .object({
    keyId: z.string(),
    from: z.string(),
    to: z.string(),
    calls: z.int().describe('Successful calls in the range, on which the suggestions are based'),
    scopes: z.object({
      suggested: z
        .array(scope)
        .describe('The least that the calls needed. Empty when no call needed a scope'),
      narrower: z.boolean().describe("Whether the key's scopes allow more"),
      covered: z
        .int()
        .describe("Calls that it admits: all but those that the key's scopes no longer allow"),
      evidence: z.array(z.object({ scope, ...evidence, operations: z.array(z.string()) })),
    }),
    allowList: z.object({
      suggested: z
        .array(z.string())
        .nullable()
        .describe('Null: no calls, or calls from more networks than a list can hold'),
      narrower: z.boolean().describe("Whether the key's list admits more"),
      covered: z.int(),
      evidence: z.array(
        z.object({
          entry: z.string(),
          ...evidence,
          addresses: z.int().describe('Distinct addresses'),
        }),
      ),
    }),
  })
  .meta({ id: 'KeySuggestions' })

const replayRequest = z
  .strictObject({
    scopes: scopes.optional().describe("Used instead of the key's own"),
    allowedIpCidrs: allowedIpCidrs.optional().describe("Used instead of the key's own"),
    days: usageDays(7).describe('How many days back'),
  })
  .refine(
    (body) => body.scopes !== undefined || body.allowedIpCidrs !== undefined,
    'must have scopes or allowedIpCidrs',
  )

const replay = z
  .object({
    keyId: z.string(),
    from: z.string(),
    to: z.string(),
    calls: z.int().describe('Successful calls in the range'),
    judged: z
      .int()
      .describe('How many of them were checked. Fewer when they were of too many kinds'),
    refused: z.int().describe('Calls that the key admits now and the change would refuse'),
    narrowed: z.int().describe('Lists that would still be answered, perhaps with fewer items'),
    alreadyRefused: z
      .int()
      .describe('Calls that the key already refuses, because it has changed since'),
    groups: z
      .array(
        z.object({
          effect: z.enum(['refused', 'narrowed']),
          problem: z.enum(['address-not-allowed', 'scope-missing']).nullable(),
          operation: z.string(),
          address: z.string(),
          needed: z.array(neededScope).describe('What the latest such call needed and would miss'),
          calls: z.int(),
          lastAt: z.string(),
        }),
      )
      .describe(`What would change, sorted by calls. At most ${usageLimits.named}`),
  })
  .meta({ id: 'KeyReplay' })

/** Rows that compare a key's recent calls with what it is allowed. */
export const keySuggestionOperations = {
  'keys.suggestions': operation({
    ...keyQuestion,
    path: '/v2/key/{keyId}/suggestions',
    params: keyParams,
    summary: 'Suggest narrower scopes and an allow-list',
    description:
      "The narrowest scopes and allow-list that admit the key's successful calls, never more than the key allows now. Scopes name up to 20 exact resources for each action and form. Beyond that, # replaces the segments that differ. Resources that the key created become #. When everything was in one site, scopes go through it. The reach of a list stays whole. The allow-list names up to 20 exact addresses, then /24 and /64 networks.",
    query: z.strictObject({ days: usageDays(30).describe('How many days back') }),
    response: suggestions,
    example: { query: { days: '30' } },
  }),
  'keys.replay': operation({
    ...keyQuestion,
    method: 'POST',
    path: '/v2/key/{keyId}/replay',
    params: keyParams,
    readOnly: true,
    summary: 'Replay recent calls against other scopes or another allow-list',
    description:
      'How many recent successful calls would be refused if the key were saved with these. Uses the same rules as real calls. Changes nothing.',
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

/**
 * The narrowest scopes and allow-list that still admit the key's successful calls, with the
 * evidence.
 */
export type KeySuggestions = z.output<typeof suggestions>

/**
 * Which recent calls would be refused or answer less if the key's scopes or allow-list were
 * changed.
 */
export type KeyReplay = z.output<typeof replay>
