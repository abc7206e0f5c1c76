import type { Scope } from '@sluice/contract'
import { type ExpiryChoice, expiryOf } from './expiry.ts'

/** The form values. Rows have ids, so that removing one does not move the focus. */
export interface KeyFormValues {
  keyType: 'External' | 'Admin'
  name: string
  scopes: (Scope & { row: string })[]
  allowedIpCidrs: { entry: string; row: string }[]
  /** Percent; empty means no limit. */
  budgetShare: number | string
  expiry: ExpiryChoice
  /** In UTC; empty until chosen. Used with the choice `custom` only. */
  customExpiry: string
}

/** No scopes, and an expiry in 90 days. */
export function emptyForm(): KeyFormValues {
  return {
    keyType: 'External',
    name: '',
    scopes: [],
    allowedIpCidrs: [],
    budgetShare: '',
    expiry: '90',
    customExpiry: '',
  }
}

export function scopeRow(scope: Scope) {
  return { ...scope, row: newRow() }
}

export function addressRow(entry = '') {
  return { entry, row: newRow() }
}

let rows = 0

function newRow(): string {
  rows += 1
  return `row-${rows}`
}

/** The body of `keys.create`. Lists keep order and length, so that faults point at the right row. */
export function toDraft(values: KeyFormValues, now: Date) {
  return {
    keyType: values.keyType,
    name: values.name,
    scopes: values.scopes.map(({ action, resourceFilter }) => ({
      action,
      resourceFilter: resourceFilter.trim(),
    })),
    allowedIpCidrs: values.allowedIpCidrs.map(({ entry }) => entry.trim()),
    budgetShare: values.budgetShare === '' ? null : Number(values.budgetShare),
    expiresAt: expiryOf(values.expiry, values.customExpiry, now),
  }
}

/** The form's field for a path of the draft; undefined if there is none. */
export function fieldOf(values: KeyFormValues, path: string): string | undefined {
  if (path === 'name' || path === 'keyType' || path === 'scopes' || path === 'budgetShare')
    return path
  if (path === 'expiresAt') return values.expiry === 'custom' ? 'customExpiry' : 'expiry'
  if (/^scopes\.\d+\.(action|resourceFilter)$/.test(path)) return path
  const [, index] = /^allowedIpCidrs\.(\d+)$/.exec(path) ?? []
  return index === undefined ? undefined : `allowedIpCidrs.${index}.entry`
}
