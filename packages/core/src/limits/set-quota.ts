import { type Fault, type LimitRequest, storageBounds } from '@sluice/contract'
import { invalidRequest } from '@sluice/runtime'
import { auditedTransaction } from '../audit/index.ts'
import type { Operator } from '../operator.ts'
import { type Quotas, quotaOf } from '../quotas/index.ts'
import { changedSince, changeFigures, notReset, type Scene, termFaults } from './change.ts'
import { judgeSamples, lockQuotas } from './judge-samples.ts'

type Wanted = LimitRequest['storage'][number]

/** A new quota of an organization. */
export interface QuotaChange extends Wanted {
  /** Shown to the organization. */
  readonly reason: string
  /** The quota that the operator saw. If it has changed, nothing is replaced. Undefined: not checked. */
  readonly wasBytes?: number | undefined
}

/**
 * Gives an organization a quota of its own, and audits it. Nodes use it within a second. Throws `invalid-request`,
 * `precondition-failed`, or `not-found` without such an organization.
 */
export function setQuota(
  operator: Operator,
  organizationId: string,
  change: QuotaChange,
): Promise<void> {
  const terms = { reason: change.reason, until: undefined }
  const faults = [...quotaFaults(change), ...termFaults(terms, operator.now)]
  if (faults.length > 0) throw invalidRequest(faults)
  return auditedTransaction(operator.core.db, (db) =>
    writeQuota({ db, operator }, organizationId, change),
  )
}

/** {@link setQuota} within a transaction, for a change that was checked already. */
export function writeQuota(
  scene: Scene,
  organizationId: string,
  { kind, bytes, reason, wasBytes }: QuotaChange,
): Promise<void> {
  return rewrite(scene, organizationId, 'storage.setQuota', (quotas) => {
    if (!isUnchanged(quotas, { kind, wasBytes })) throw changedSince()
    return { ...quotas, [kind]: { bytes, reason } }
  })
}

/**
 * Takes an organization's own quota of a kind away, so that the default one counts. `wasBytes` is as in
 * {@link QuotaChange}. Throws `conflict` or `not-found`.
 */
export function resetQuota(
  operator: Operator,
  organizationId: string,
  { kind, wasBytes }: Pick<QuotaChange, 'kind' | 'wasBytes'>,
): Promise<void> {
  return auditedTransaction(operator.core.db, (db) =>
    rewrite({ db, operator }, organizationId, 'storage.resetQuota', (quotas) => {
      if (!isUnchanged(quotas, { kind, wasBytes })) throw notReset()
      const { [kind]: _own, ...rest } = quotas
      return rest
    }),
  )
}

function isUnchanged(
  quotas: Quotas,
  { kind, wasBytes }: Pick<QuotaChange, 'kind' | 'wasBytes'>,
): boolean {
  return wasBytes === undefined || wasBytes === quotaOf(quotas, kind).mostBytes
}

async function rewrite(
  scene: Scene,
  organizationId: string,
  operation: 'storage.setQuota' | 'storage.resetQuota',
  change: (quotas: Quotas) => Quotas,
): Promise<void> {
  await lockQuotas(scene.db, organizationId)
  await changeFigures(scene, organizationId, operation, (figures) => ({
    ...figures,
    quotas: change(figures.quotas ?? {}),
  }))
  await judgeSamples(scene.db, organizationId, scene.operator.now)
}

/** The faults of a quota, at pointers below `at`. */
export function quotaFaults({ bytes }: Pick<QuotaChange, 'bytes'>, at = ''): Fault[] {
  const { bytes: most } = storageBounds
  if (Number.isInteger(bytes) && bytes >= 1 && bytes <= most) return []
  return [{ pointer: `${at}/bytes`, detail: `must be a whole number from 1 to ${most}` }]
}
