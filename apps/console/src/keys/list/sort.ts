import type { Key } from '@sluice/contract'

/** Orders other than that of creation, newest first. */
export const sortOrders = ['name', 'used', 'expiry', 'calls'] as const
export type SortOrder = (typeof sortOrders)[number]

export const sortLabels: Record<SortOrder, string> = {
  name: 'By name',
  used: 'Last used first',
  expiry: 'Soonest expiry first',
  calls: 'Most calls first',
}

/**
 * Keys in an order; where two are alike, the newest comes first, as it was.
 *
 * @param callsOf calls of the last days
 */
export function sorted(
  keys: readonly Key[],
  order: SortOrder | undefined,
  callsOf: (key: Key) => number,
): Key[] {
  const compare: Record<SortOrder, (a: Key, b: Key) => number> = {
    name: (a, b) => byName.compare(a.name, b.name),
    used: (a, b) => timeOf(b.lastUsedAt, 0) - timeOf(a.lastUsedAt, 0),
    expiry: (a, b) => expiryOf(a) - expiryOf(b),
    calls: (a, b) => callsOf(b) - callsOf(a),
  }
  return order ? keys.toSorted(compare[order]) : [...keys]
}

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
const NEVER = Number.MAX_SAFE_INTEGER

/** Keys that are at their end already have no expiry to await. */
function expiryOf({ status, expiresAt }: Key): number {
  return status === 'Active' ? timeOf(expiresAt, NEVER - 1) : NEVER
}

function timeOf(iso: string | null, otherwise: number): number {
  return iso === null ? otherwise : Date.parse(iso)
}
