import { z } from 'zod'
import { keyLevels, levelFields } from './key-levels.ts'
import { operation } from './operation.ts'
import {
  countedListQuery,
  countedPage,
  idInPath,
  keySort,
  listQuery,
  name,
  recordFields,
  stamps,
  timestamp,
} from './primitives.ts'
import { type Scope, scope } from './scopes.ts'
import { actorTypes, keyHealths, keyStatuses, keyTypes } from './words.ts'

/** Who did something, as records keep it. */
export const actorReference = z
  .object({
    type: z
      .enum(actorTypes)
      .describe('operator: a person who runs the service. system: the service itself'),
    id: z.string().describe('Id of the key or the person'),
    name: z.string().describe('Its name at that time'),
  })
  .meta({ id: 'ActorReference', description: 'Who did something' })

const keyTypeMeaning =
  'External: for other parties. Admin: for the organization’s own use. Only Admin keys can manage keys'
const scopesMeaning = 'What it may do: anything that at least one of them allows'
const allowListMeaning =
  '*, IPv4 or IPv6 addresses, IPv4 or IPv6 CIDRs from which it may be used. Empty: no restriction'
const budgetShareMeaning =
  'Largest share of each of the organization’s budgets that this key may use, in percent. Null: no limit of its own'

/** A key's record. The key string is not in it: only creation answers that, once. */
export const key = z
  .object({
    id: z.string().describe('Id of the key: 12 letters and digits. Not a secret'),
    keyType: z.enum(keyTypes).describe(keyTypeMeaning),
    name: recordFields.name,
    scopes: z.array(scope).describe(scopesMeaning),
    allowedIpCidrs: z.array(z.string()).describe(allowListMeaning),
    budgetShare: z.int().nullable().describe(budgetShareMeaning),
    expiresAt: z.string().nullable().describe('When it stops working. UTC. Null: never'),
    status: z
      .enum(keyStatuses)
      .describe('Active: it works. Expired and Revoked: it never works again'),
    display: z.string().describe('The key string with its secret masked'),
    createdBy: actorReference.describe('Who created it'),
    lastUsedAt: z.string().nullable().describe('When it was last used. UTC. Null: never used'),
    lastUsedIp: z
      .string()
      .nullable()
      .describe('The IP address from which it was last used. Null: never used'),
    revokedAt: z.string().nullable().describe('When it was revoked. UTC. Null: not revoked'),
    revokedBy: actorReference.nullable().describe('Who revoked it. Null: not revoked'),
    leakedAt: z
      .string()
      .nullable()
      .describe('When the key string was reported as leaked. UTC. Null: not reported'),
    ...stamps,
  })
  .meta({ id: 'Key', description: 'An API key, without the key string' })

/** A key's record, without the key string. Times are UTC; `budgetShare` is a percentage. */
export type Key = z.output<typeof key>

const createdKey = key
  .extend({ key: z.string().describe('The complete key string. Shown only once') })
  .meta({ id: 'CreatedKey', description: 'A new API key, with its key string' })

/** Limits of a key. */
export const keyLimits = {
  scopes: 100,
  allowedIpCidrs: 100,
  /** The longest time for which the old string of a rotated key keeps working. */
  overlapSeconds: 604_800,
  /** Keys among which those that reach a place are looked for: a second or two. */
  reaching: 50_000,
} as const

/** A key's scopes: at least one. */
export const scopes = z
  .array(scope)
  .min(1, 'must have at least one scope')
  .max(keyLimits.scopes, `must have at most ${keyLimits.scopes} scopes`)
  .describe(scopesMeaning)

/** An allow-list (spec section 5.6). Empty: no restriction. */
export const allowedIpCidrs = z
  .array(z.string())
  .max(keyLimits.allowedIpCidrs, `must have at most ${keyLimits.allowedIpCidrs} entries`)
  .describe(allowListMeaning)

const budgetShare = z
  .int('must be a whole number of percent')
  .min(1, 'must be at least 1')
  .max(99, 'must be at most 99; null removes the limit')
  .nullable()
  .describe(budgetShareMeaning)

/**
 * The body that creates a key. `expiresAt` must be in the future. Scopes that the key type can
 * never use are refused.
 */
export const keyDraft = z
  .strictObject({
    keyType: z.enum(keyTypes, { error: 'must be External or Admin' }).describe(keyTypeMeaning),
    name,
    scopes,
    allowedIpCidrs: allowedIpCidrs.default([]),
    budgetShare: budgetShare.default(null),
    expiresAt: timestamp.nullable().default(null).describe('In the future; null: no expiry'),
  })
  .check(({ value, issues }) => {
    for (const { index, message } of keyScopeFaults(value.keyType, value.scopes)) {
      const path = ['scopes', index, 'resourceFilter']
      issues.push({ code: 'custom', message, input: value, path })
    }
  })
  .meta({ id: 'KeyCreate', description: 'A new key' })

/**
 * The scopes that a key of this type can never use, by index. Only Admin keys can reach keys,
 * so an External key's scope on `KEY/…` is a mistake.
 */
export function keyScopeFaults(
  keyType: (typeof keyTypes)[number],
  scopes: readonly Scope[],
): { index: number; message: string }[] {
  if (keyType === 'Admin') return []
  return scopes.flatMap(({ resourceFilter }, index) =>
    resourceFilter.startsWith('KEY/') ? [{ index, message: KEYS_ALONE }] : [],
  )
}

const KEYS_ALONE =
  'matches only keys, which an External key can never reach; remove this scope, or create an Admin key'

const keyPatch = z
  .strictObject({
    name: name.optional(),
    scopes: scopes.optional(),
    allowedIpCidrs: allowedIpCidrs.optional(),
    budgetShare: budgetShare.optional(),
    expiresAt: timestamp.nullable().optional().describe('In the future; null: no expiry'),
  })
  .meta({ id: 'KeyUpdate', description: 'Changes to a key. Lists are replaced as a whole' })

const keyRotation = z
  .strictObject({
    overlapSeconds: z
      .int('must be a whole number of seconds')
      .min(0, 'must be at least 0')
      .max(keyLimits.overlapSeconds, `must be at most ${keyLimits.overlapSeconds}, which is 7 days`)
      .default(0)
      .describe('Seconds for which the old string keeps working. 0: it stops at once'),
  })
  .meta({ id: 'KeyRotate', description: 'How a key is rotated' })
  .prefault({})

/** Path parameters of the rows of one key. */
export const keyParams = z.strictObject({ keyId: idInPath('key', '3hZk9QmT7aBc') })

/** The `keyTypes` of rows that only Admin keys may call. */
export const adminOnly = ['Admin'] as const

/** The rows of keys. For usage see `key-usage.ts` and `key-suggestions.ts`, for the dry run `key-checks.ts`. */
export const keyOperations = {
  'keys.create': operation({
    method: 'POST',
    path: '/v2/keys',
    tier: 'standard',
    access: { action: 'admin', resource: 'key', target: 'new', keyTypes: adminOnly },
    tag: 'Keys',
    summary: 'Create a key',
    description:
      'Returns the complete key string, once. The scopes, allow-list, budget share and expiry of the new key must be within those of the calling key. If they are not, the error lists what exceeds them, and the nearest allowed values.',
    body: keyDraft,
    status: 201,
    response: createdKey,
    secretField: 'key',
    example: {
      body: {
        keyType: 'External',
        name: 'Weather partner',
        scopes: [{ action: 'read', resourceFilter: 'PLACE/Site/seattle/THING/#/#' }],
        allowedIpCidrs: [],
        expiresAt: null,
      },
    },
  }),
  'keys.list': operation({
    method: 'GET',
    path: '/v2/keys',
    tier: 'standard',
    access: { action: 'read', resource: 'key', target: 'many', keyTypes: adminOnly },
    tag: 'Keys',
    summary: 'List keys',
    description:
      'Newest first, unless `sort` says otherwise. Expired and revoked keys stay on record.',
    query: z.strictObject({
      ...countedListQuery,
      text: z
        .string()
        .optional()
        .describe(
          'Part of the id or the name, ignoring case. Or the start of the key string, its masked form, or its last four characters. Never send a whole key string: it would be in the URL',
        ),
      keyType: z.enum(keyTypes).optional().describe('Keys of this type'),
      status: z.enum(keyStatuses).optional().describe('Keys in this state'),
      health: z
        .enum(keyHealths)
        .optional()
        .describe(
          'leaked: reported as leaked. The others apply to active keys. expiring: within 30 days. refused: at least a tenth of the last 14 days’ calls, if there were at least 10. stale: not used for 90 days. unused: never used',
        ),
      reaches: z
        .string()
        .regex(
          /^PLACE\/(Site|Fleet)\/[A-Za-z0-9._~-]{1,64}$/,
          'must be PLACE/Site/<id> or PLACE/Fleet/<id>',
        )
        .optional()
        .describe(
          `Keys with a scope that covers this site or fleet: PLACE/Fleet/north. Needs read on it. For a key that may read all things in it also those with a scope that covers a thing in it. The other filters must leave at most ${keyLimits.reaching.toLocaleString('en')} keys`,
        ),
      sort: keySort,
    }),
    status: 200,
    response: countedPage(key),
  }),
  'keys.get': operation({
    method: 'GET',
    path: '/v2/key/{keyId}',
    tier: 'standard',
    access: { action: 'read', resource: 'key', target: 'one', keyTypes: adminOnly },
    tag: 'Keys',
    summary: 'Get a key',
    description: 'Returns one key, without the key string.',
    params: keyParams,
    query: z.strictObject({ fields: listQuery.fields }),
    status: 200,
    response: key,
  }),
  'keys.update': operation({
    method: 'PATCH',
    path: '/v2/key/{keyId}',
    tier: 'standard',
    access: { action: 'admin', resource: 'key', target: 'one', keyTypes: adminOnly },
    tag: 'Keys',
    summary: 'Update a key',
    description:
      'JSON merge patch. Only an active key can be changed; type and string never change. A key may narrow any key. A change that widens one, including itself, must leave it within the scopes, allow-list, budget share and expiry of the calling key.',
    params: keyParams,
    body: keyPatch,
    status: 200,
    response: key,
    example: { body: { name: 'Weather partner (read only)' } },
  }),
  'keys.revoke': operation({
    method: 'POST',
    path: '/v2/key/{keyId}/revoke',
    tier: 'standard',
    conditional: true,
    sparesFailures: true,
    hasReserve: true,
    access: { action: 'admin', resource: 'key', target: 'one', keyTypes: adminOnly },
    tag: 'Keys',
    summary: 'Revoke a key',
    description:
      'The key stops working at once, permanently. Revoking it again changes nothing. If the rate limit of the organization is used up, this draws on a small reserve of the calling key.',
    params: keyParams,
    status: 200,
    response: key,
  }),
  'keys.rotate': operation({
    method: 'POST',
    path: '/v2/key/{keyId}/rotate',
    tier: 'standard',
    conditional: true,
    access: { action: 'admin', resource: 'key', target: 'one', keyTypes: adminOnly },
    tag: 'Keys',
    summary: 'Rotate a key',
    description:
      'Creates a new key with a new id and string and the same type, name, scopes, allow-list, budget share and expiry, and returns its string, once. The old key expires when the overlap ends, or at its own expiry if that is earlier. Only an active key can be rotated, and only by a key whose scopes, allow-list, budget share and expiry include those of the key. Rotating it again during the overlap also needs the right to create keys (`admin` on `KEY/#`).',
    params: keyParams,
    body: keyRotation,
    status: 201,
    response: createdKey,
    secretField: 'key',
    example: { body: { overlapSeconds: 86_400 } },
  }),
  'keys.self': operation({
    method: 'GET',
    path: '/v2/key',
    tier: 'standard',
    sparesFailures: true,
    access: { action: 'read', resource: 'key', target: 'self' },
    tag: 'Keys',
    summary: 'Get the calling key',
    description:
      'Returns the calling key, its organization, and the units left in each tier. Also works for a key that has used up its budget of failed requests.',
    query: z.strictObject({ fields: listQuery.fields }),
    status: 200,
    response: key
      .extend({
        organizationId: z.string().describe('Id of the organization that it belongs to'),
        limits: z
          .array(
            z.object({
              tier: z.string().describe('The tier of operations that use this budget'),
              ...levelFields,
              ...keyLevels,
            }),
          )
          .describe('What is left of each budget of the organization'),
      })
      .meta({ id: 'CallingKey', description: 'The key of the call, and what it may still spend' }),
  }),
}
