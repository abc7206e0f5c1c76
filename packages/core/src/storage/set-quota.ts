import { type Fault, type StorageKind, storageBounds } from '@sluice/contract'
import { invalidRequest } from '@sluice/runtime'
import { auditedTransaction } from '../audit/index.ts'
import { changeFigures, termFaults } from '../limits/index.ts'
import type { Operator } from '../operator.ts'
import type { Quotas } from '../quotas/index.ts'
import { judgeSamples } from './judge-samples.ts'

/** A new quota of an organization. */
export interface QuotaChange {
  readonly kind: StorageKind
  readonly bytes: number
  /** Shown to the organization. */
  readonly reason: string
}

/**
 * Gives an organization a quota of its own, and audits it. Nodes use it within a second. Throws `invalid-request`, or `not-found`
 * without such an organization.
 */
export function setQuota(
  operator: Operator,
  organizationId: string,
  { kind, bytes, reason }: QuotaChange,
): Promise<void> {
  const faults = [...bytesFaults(bytes), ...termFaults({ reason, until: undefined }, operator.now)]
  if (faults.length > 0) throw invalidRequest(faults)
  return changeQuotas(operator, organizationId, 'storage.setQuota', (quotas) => ({
    ...quotas,
    [kind]: { bytes, reason },
  }))
}

/** Takes an organization's own quota of a kind away, so that the default one counts. Throws `not-found`. */
export function resetQuota(
  operator: Operator,
  organizationId: string,
  kind: StorageKind,
): Promise<void> {
  return changeQuotas(
    operator,
    organizationId,
    'storage.resetQuota',
    ({ [kind]: _own, ...rest }) => rest,
  )
}

function changeQuotas(
  operator: Operator,
  organizationId: string,
  operation: 'storage.setQuota' | 'storage.resetQuota',
  change: (quotas: Quotas) => Quotas,
): Promise<void> {
  return auditedTransaction(operator.core.db, async (db) => {
    await changeFigures({ db, operator }, organizationId, operation, (figures) => ({
      ...figures,
      quotas: change(figures.quotas ?? {}),
    }))
    await judgeSamples(db, organizationId, operator.now)
  })
}

function bytesFaults(bytes: number): Fault[] {
  const { bytes: most } = storageBounds
  if (Number.isInteger(bytes) && bytes >= 1 && bytes <= most) return []
  return [{ pointer: '/bytes', detail: `must be a whole number from 1 to ${most}` }]
}
