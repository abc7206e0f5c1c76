import { z } from 'zod'
import { actorReference, adminOnly } from './keys.ts'
import { operation } from './operation.ts'
import { countedListQuery, countedPage, instant, timeSort } from './primitives.ts'
import { actorTypes } from './words.ts'

/** One change: who, what, when, from where, before and after. */
export const auditEntry = z
  .object({
    id: z.string().describe('Increases with every entry'),
    at: z.string().describe('When it was made. UTC'),
    actor: actorReference.describe('Who made the change'),
    address: z.string().nullable().describe("The client's address. Null for the service itself"),
    requestId: z
      .string()
      .nullable()
      .describe('The X-Request-Id of the call. Null: not made by a call'),
    operation: z.string().describe('For example keys.revoke'),
    resource: z
      .string()
      .describe(
        "The resource's path, for example KEY/3hZk9QmT7aBc. Only its form, for example KEY/#, if the key may neither read nor write the resource",
      ),
    before: z
      .unknown()
      .describe('The record before the change; null if there was none or it is withheld'),
    after: z
      .unknown()
      .describe('The record after the change; null if there is none or it is withheld'),
    position: z
      .int()
      .nullable()
      .describe("Position in the organization's hash chain, from 1. Null: older than the chain"),
    hash: z
      .string()
      .nullable()
      .describe(
        'SHA-256 (hex) of the previous hash and this entry. A changed entry breaks the chain. Null for keys that may not read everything: it would confirm guesses about what is withheld',
      ),
    entries: z
      .int()
      .describe(
        'With foldBy=request: how many entries of the same call match the query, including this one. Otherwise 1',
      ),
    withheld: z
      .boolean()
      .describe('Whether before or after is left out, because the key may not read that record'),
  })
  .meta({ id: 'AuditEntry', description: 'One change: who, what, when, from where' })

/**
 * One entry of the audit log: who changed what, when, from where, with the record before and
 * after. Times are UTC; `hash` chains it to the entry before.
 */
export type AuditEntry = z.output<typeof auditEntry>

const word = z.string().min(1, 'must not be empty').max(200, 'must be at most 200 characters')

/**
 * The rows of the audit log. It has no rows that write: entries are made by the changes
 * themselves.
 */
export const auditOperations = {
  'audit.list': operation({
    method: 'GET',
    path: '/v2/audit-log',
    tier: 'standard',
    access: { action: 'read', resource: 'organization', target: 'own', keyTypes: adminOnly },
    tag: 'Organization',
    summary: 'Read the audit log',
    description:
      'Every change in the organization. Each entry contains the record before and after the change if the key has `read` on it; otherwise `withheld` is true. A thing is judged by its type, site and fleets at that time. The filters `resource` and `text` find only resources that the key may read or write. `Accept: text/csv` returns the page as CSV, with the next page in the Link header.',
    query: z.strictObject({
      ...countedListQuery,
      sort: timeSort('at'),
      format: z
        .enum(['json', 'csv'], { error: 'must be json or csv' })
        .optional()
        .describe('Instead of an Accept header, for links and spreadsheets'),
      foldBy: z
        .enum(['none', 'request'], { error: 'must be none or request' })
        .default('none')
        .describe(
          'request: only the first entry of each call, in sort order. total still counts all entries',
        ),
      operation: word.optional().describe('For example keys.revoke'),
      actorType: z
        .enum(actorTypes, { error: `must be one of ${actorTypes.join(', ')}` })
        .optional()
        .describe('Changes by actors of this type'),
      actorId: word.optional().describe('Changes by the key or person with this id'),
      resource: word
        .optional()
        .describe(
          "The resource's path, for example KEY/3hZk9QmT7aBc. # stands for any text: THING/#/truck-1 finds a thing under each type that it has had",
        ),
      requestId: word.optional().describe('Changes by the call with this X-Request-Id'),
      from: instant.optional().describe('Included. ISO 8601 with an offset, or -24h'),
      to: instant.optional().describe('Excluded. ISO 8601 with an offset, -1h or now'),
      text: word
        .optional()
        .describe("Part of the actor's name, the operation, the resource or the address"),
    }),
    status: 200,
    response: countedPage(auditEntry),
    mediaTypes: ['application/json', 'text/csv'],
    example: { query: { operation: 'keys.revoke', from: '2026-01-01T00:00:00Z' } },
  }),
}
