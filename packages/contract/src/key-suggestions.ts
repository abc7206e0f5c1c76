import { z } from 'zod'
import { keyQuestion, neededScope, usageDays, usageFields } from './key-usage.ts'
import { allowedIpCidrs, keyParams, scopes } from './keys.ts'
import { operation } from './operation.ts'
import { scope } from './scopes.ts'
import { usageLimits } from './words.ts'

const { keyId, from, to, lastAt } = usageFields
const evidence = {
  calls: z.int().describe('Successful calls that it allows'),
  lastAt,
}
const covered = z
  .int()
  .describe('Calls that it allows: all but those that the key no longer allows')

const scopeEvidence = {
  scope,
  ...evidence,
  operations: z.array(z.string()).describe('Names of the operations that need it'),
}

const generalScopes = z.object({
  suggested: z
    .array(scope)
    .describe('They allow the same calls, and things that the key did not use'),
  narrower: z.boolean().describe("Whether the key's scopes allow more"),
  evidence: z
    .array(
      z.object({
        ...scopeEvidence,
        usedThings: z.int().describe('Things that the key used'),
        otherThings: z
          .int()
          .describe('Further things that it would allow now, among those that the caller may read'),
      }),
    )
    .describe('What each suggested scope is based on, and what it allows beyond'),
})

const suggestions = z
  .object({
    keyId,
    from,
    to,
    calls: z.int().describe('Successful calls in the range that the suggestions are based on'),
    scopes: z
      .object({
        suggested: z
          .array(scope)
          .describe('The smallest scopes that the calls needed. Empty if no call needed a scope'),
        narrower: z.boolean().describe("Whether the key's scopes allow more"),
        partial: z
          .boolean()
          .describe(
            "Whether there were too many kinds of calls to examine all. If so, the key's own scopes are suggested",
          ),
        covered,
        evidence: z
          .array(z.object(scopeEvidence))
          .describe('What each suggested scope is based on. Unused ones are left out'),
        general: generalScopes
          .nullable()
          .describe(
            'The same with filters on sites, fleets or types instead of things. Null: no difference',
          ),
      })
      .describe('Scopes to replace those of the key'),
    allowList: z
      .object({
        suggested: z
          .array(z.string())
          .nullable()
          .describe('Null: no calls, or calls from more networks than fit in a list'),
        narrower: z.boolean().describe("Whether the key's list allows more"),
        covered,
        evidence: z
          .array(
            z.object({
              entry: z.string().describe('An address or a CIDR'),
              ...evidence,
              addresses: z.int().describe('Distinct addresses'),
            }),
          )
          .describe('What each suggested entry is based on'),
      })
      .describe('An allow-list to replace that of the key'),
  })
  .meta({ id: 'KeySuggestions', description: 'Narrower scopes and an allow-list for a key' })

const replayRequest = z
  .strictObject({
    scopes: scopes.optional().describe("Used instead of the key's own"),
    allowedIpCidrs: allowedIpCidrs.optional().describe("Used instead of the key's own"),
    days: usageDays(7),
  })
  .refine(
    (body) => body.scopes !== undefined || body.allowedIpCidrs !== undefined,
    'must have scopes or allowedIpCidrs',
  )
  .meta({ id: 'KeyReplayRequest', description: 'Scopes or an allow-list to try' })

const replay = z
  .object({
    keyId,
    from,
    to,
    calls: z.int().describe('Successful calls in the range'),
    judged: z
      .int()
      .describe('How many of them were checked. Fewer if there were too many kinds of calls'),
    refused: z.int().describe('Calls that the key allows now and the change would refuse'),
    narrowed: z.int().describe('Lists that would still be returned, perhaps with fewer items'),
    alreadyRefused: z
      .int()
      .describe('Calls that the key already refuses, because it has changed since'),
    groups: z
      .array(
        z.object({
          effect: z
            .enum(['refused', 'narrowed'])
            .describe('refused: no longer allowed. narrowed: a list with perhaps fewer items'),
          problem: z
            .enum(['address-not-allowed', 'scope-missing'])
            .nullable()
            .describe('The problem code that they would get. Null: narrowed'),
          operation: usageFields.operation,
          address: usageFields.address,
          needed: z
            .array(neededScope)
            .describe('The scopes that the latest such call needed and would lack'),
          calls: z.int().describe('How many such calls there are'),
          lastAt,
        }),
      )
      .describe(`What would change, sorted by calls. At most ${usageLimits.named}`),
  })
  .meta({ id: 'KeyReplay', description: 'What other scopes or another allow-list would refuse' })

/** Rows that compare a key's recent calls with what it is allowed. */
export const keySuggestionOperations = {
  'keys.suggestions': operation({
    ...keyQuestion,
    path: '/v2/key/{keyId}/suggestions',
    params: keyParams,
    summary: 'Suggest narrower scopes and an allow-list',
    description:
      "The narrowest scopes and allow-list that allow the key's successful calls, and never more than the key allows now. Scopes name up to 20 exact resources for each action and form; beyond that, # replaces the segments that differ. Resources that the key created become #. If everything was in one site, filters go through that site. `general` replaces three or more things by a filter on a site, fleet or type, choosing the one that covers the fewest things now. Lists keep their full scope. The allow-list names up to 20 exact addresses, then /24 and /64 networks.",
    query: z.strictObject({ days: usageDays(30) }),
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
      'How many recent successful calls would be refused if the key had these scopes and allow-list. Uses the same rules as real calls. Changes nothing.',
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
