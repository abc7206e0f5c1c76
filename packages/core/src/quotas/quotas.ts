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

/** Whether so much of a quota is used that the organization is told. */
export function isNearlyFull(usedBytes: number, mostBytes: number): boolean {
  return usedBytes >= (quotaPercents.nearlyFull / 100) * mostBytes
}

/** Seconds after which samples are measured again, at the latest. */
const MEASURED_AGAIN = 300

/** Throws `quota-exceeded` where the organization stores as many samples as it may. */
export function requireRoomForSamples(organization: Bounded): void {
  if (!organization.samplesFull) return
  const most = sizeText(quotaOf(organization.limits.quotas, 'samples').mostBytes)
  throw new Problem('quota-exceeded', {
    detail: `The organization stores all the samples that it may, ${most}. Erase some, keep samples for fewer days (retentionDays), or ask for more. Nothing of this call was stored.`,
    retryAfter: MEASURED_AGAIN,
  })
}

/** The part of the quota that External keys may use up: who administers the organization can still do so then. */
const EXTERNAL = 0.9

/**
 * Throws `quota-exceeded` where an organization's changes have written more than they may, in bytes.
 *
 * @param isExternal whether it is an External key that changes something
 */
export function requireRoomForChanges(
  { limits }: Bounded,
  written: number,
  isExternal = false,
): void {
  const { mostBytes } = quotaOf(limits.quotas, 'changes')
  if (written <= (isExternal ? EXTERNAL : 1) * mostBytes) return
  const share = isExternal ? ', and External keys nine tenths of it' : ''
  throw new Problem('quota-exceeded', {
    detail: `The organization's changes may write ${sizeText(mostBytes)} for good${share}; this one does not fit. Ask for more. Deleting, revoking and erasing go on. Nothing was changed.`,
    retryAfter: MEASURED_AGAIN,
  })
}
