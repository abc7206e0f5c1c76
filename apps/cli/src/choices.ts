/**
 * What options may be. The same as in the contract and the core, which take too long to load for a line of help; a missing
 * or a wrong one does not compile.
 */
import type { BudgetTier, Key } from '@sluice/contract'
import type { Role } from '@sluice/core'

export const keyTypes = namesOf({ External: true, Admin: true } satisfies Record<
  Key['keyType'],
  true
>)

export const keyStatuses = namesOf({ Active: true, Expired: true, Revoked: true } satisfies Record<
  Key['status'],
  true
>)

export const budgetTiers = namesOf({
  standard: true,
  'data-read': true,
  ingest: true,
} satisfies Record<BudgetTier, true>)

export const roles = namesOf({ owner: true, admin: true, viewer: true } satisfies Record<
  Role,
  true
>)

function namesOf<Name extends string>(table: Record<Name, true>): readonly Name[] {
  return Object.keys(table) as Name[]
}
