import type { Key, Scope } from '@sluice/contract'
import { addressRow, type KeyFormValues, scopeRow, toDraft } from '../create/draft.ts'

/** The changed fields of a key: the body of `keys.update`. */
export interface KeyChange {
  name?: string
  scopes?: Scope[]
  allowedIpCidrs?: string[]
  budgetShare?: number | null
  expiresAt?: string | null
}

/** The form values of a key. */
export function formOf(key: Key): KeyFormValues {
  return {
    keyType: key.keyType,
    name: key.name,
    scopes: key.scopes.map(scopeRow),
    allowedIpCidrs: key.allowedIpCidrs.map(addressRow),
    budgetShare: key.budgetShare ?? '',
    expiry: key.expiresAt === null ? 'never' : 'custom',
    customExpiry: key.expiresAt ?? '',
  }
}

/** Only the fields that differ, so that concurrent changes to other fields are kept. */
export function changeOf(key: Key, values: KeyFormValues, now: Date): KeyChange {
  const { name, scopes, allowedIpCidrs, budgetShare, expiresAt } = toDraft(values, now)
  const change: KeyChange = {}
  if (name.trim() !== key.name) change.name = name
  if (!isSame(scopes, key.scopes)) change.scopes = scopes
  if (!isSame(allowedIpCidrs, key.allowedIpCidrs)) change.allowedIpCidrs = allowedIpCidrs
  if (budgetShare !== key.budgetShare) change.budgetShare = budgetShare
  if (expiresAt !== key.expiresAt) change.expiresAt = expiresAt
  return change
}

/** Whether the change could reject calls that are allowed now. */
export function canRefuse({ scopes, allowedIpCidrs }: KeyChange): boolean {
  return scopes !== undefined || allowedIpCidrs !== undefined
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return JSON.stringify(a.map(ordered)) === JSON.stringify(b.map(ordered))
}

/** The fields of a scope may be in either order. */
function ordered(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value).toSorted(([a], [b]) => a.localeCompare(b))
}
