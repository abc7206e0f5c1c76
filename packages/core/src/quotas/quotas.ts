import { quotaPercents, type StorageKind, sizeText, storageDefaults } from '@sluice/contract'
import { Problem } from '@sluice/runtime'

/** A quota of an organization's own. */
export interface Quota {
  readonly bytes: number
  readonly reason: string
}

/** The quotas by which an organization differs from the default ones. */
export type Quotas = Readonly<Partial<Record<StorageKind, Quota>>>

/** Of an organization what its bounds are. */
interface Bounded {
  readonly limits: { readonly quotas?: Quotas | undefined }
  readonly samplesFull?: boolean
}

/** How much an organization may store of a kind, and where that comes from. */
export function quotaOf(quotas: Quotas | undefined, kind: StorageKind) {
  const own = quotas?.[kind]
  return {
    mostBytes: own?.bytes ?? storageDefaults[kind],
    source: own ? ('standing' as const) : ('default' as const),
    reason: own?.reason ?? null,
  }
}

/** Whether the usage has reached the share of the quota at which the organization is warned. */
export function isNearlyFull(usedBytes: number, mostBytes: number): boolean {
  return usedBytes >= (quotaPercents.nearlyFull / 100) * mostBytes
}

/** Seconds until samples of a full organization are measured again, at most. */
const RETRY_AFTER = 300

/** Throws `quota-exceeded` if the organization's samples fill their quota. */
export function requireRoomForSamples(organization: Bounded): void {
  if (!organization.samplesFull) return
  const most = sizeText(quotaOf(organization.limits.quotas, 'samples').mostBytes)
  throw new Problem('quota-exceeded', {
    detail: `The organization's quota of samples (${most}) is used up. Erase samples, keep them for fewer days (retentionDays), or request a higher quota. Nothing in this request was stored.`,
    retryAfter: RETRY_AFTER,
  })
}

/** The share of the quota that External keys can use up, so that admins can still work. */
const EXTERNAL_SHARE = 0.9

/**
 * Throws `quota-exceeded` if an organization's changes have written more bytes than their quota.
 *
 * @param isExternal whether the change is made by an External key
 */
export function requireRoomForChanges(
  { limits }: Bounded,
  written: number,
  isExternal = false,
): void {
  const { mostBytes } = quotaOf(limits.quotas, 'changes')
  if (written <= (isExternal ? EXTERNAL_SHARE : 1) * mostBytes) return
  const share = isExternal ? ' (External keys: 90 %)' : ''
  throw new Problem('quota-exceeded', {
    detail: `The organization's quota of changes is ${sizeText(mostBytes)}${share}, and this change would exceed it. Request a higher quota. Deleting, revoking and erasing still work. Nothing was changed.`,
    retryAfter: RETRY_AFTER,
  })
}
