import type { AuditedOperation } from '@sluice/contract'
import { type BudgetTier, type Limit, type LimitRequest, usualBurst } from '@sluice/contract'
import { invalidRequest, notFound, Problem } from '@sluice/runtime'
import { auditedTransaction, recordChange } from '../../audit/index.ts'
import type { Transaction } from '../../database/client.ts'
import type { LimitRequest as Row } from '../../database/generated/client.ts'
import { contextIn, type Operator } from '../../operator.ts'
import { organizationPath } from '../../scopes/index.ts'
import { figureFaults, termFaults, writeLimit } from '../change.ts'
import { actingOrganization } from '../organization.ts'
import { quotaFaults, writeQuota } from '../set-quota.ts'
import { type Decision, presentRequest } from './record.ts'

export interface Grant {
  /** The figures granted; undefined: those requested. */
  readonly limits?: readonly ({ readonly tier: BudgetTier } & Limit)[] | undefined
  /** The quotas granted; undefined: those requested. */
  readonly storage?: LimitRequest['storage'] | undefined
  /** Shown to the organization. */
  readonly reason: string
  /** When the figures end; undefined: the time requested; null: never. Refused without figures: quotas have no end. */
  readonly until?: Date | null | undefined
}

/**
 * Grants a request, wholly or in part, and sets the new figures in the same transaction: every node uses
 * them within a second. Throws `not-found`, `invalid-request`, or `conflict` for a request that was decided
 * before.
 */
export function grantLimitRequest(
  operator: Operator,
  id: string,
  grant: Grant,
): Promise<LimitRequest> {
  return decide(operator, id, 'limitRequests.grant', async (db, row) => {
    const { reason } = grant
    const asked = presentRequest(row)
    const granted = grant.limits ?? asked.tiers.map(asAsked)
    const usual = granted.length > 0 ? row.until : null
    const until = (grant.until === undefined ? usual : grant.until) ?? undefined
    const storage = grant.storage ?? asked.storage
    const faults = [
      ...granted.flatMap((limit, i) => figureFaults(limit, `/limits/${i}`)),
      ...storage.flatMap((quota, i) => quotaFaults(quota, `/storage/${i}`)),
      ...termFaults({ reason, until }, operator.now),
      ...(until && granted.length === 0 ? [endless] : []),
    ]
    if (faults.length > 0) throw invalidRequest(faults)
    // First, since their lock comes before that of the organization's row.
    for (const quota of storage) {
      await writeQuota({ db, operator }, row.organizationId, { ...quota, reason })
    }
    for (const limit of granted) {
      await writeLimit({ db, operator }, row.organizationId, { ...limit, reason, until })
    }
    const end = until?.toISOString() ?? null
    return { status: 'Granted', reason, granted: [...granted], storage: [...storage], until: end }
  })
}

const endless = { pointer: '/until', detail: 'must be left out: storage has no end' }

/** Declines a request, with a reason that the organization is shown. Throws as {@link grantLimitRequest}. */
export function declineLimitRequest(
  operator: Operator,
  id: string,
  reason: string,
): Promise<LimitRequest> {
  return decide(operator, id, 'limitRequests.decline', async () => {
    if (reason.trim() === '') {
      throw invalidRequest([{ pointer: '/reason', detail: 'must say why' }])
    }
    return { status: 'Declined', reason, granted: [], storage: [], until: null }
  })
}

function asAsked({ tier, perMinute }: LimitRequest['tiers'][number]) {
  return { tier, perMinute, burst: usualBurst(tier, perMinute) }
}

function decide(
  operator: Operator,
  id: string,
  operation: AuditedOperation,
  work: (db: Transaction, row: Row) => Promise<Decision>,
): Promise<LimitRequest> {
  return auditedTransaction(operator.core.db, async (db) => {
    // Of two operators who decide at once, the second is refused.
    await db.$queryRaw`SELECT id FROM limit_requests WHERE id = ${id} FOR UPDATE`
    const row = await db.limitRequest.findUnique({
      where: { id },
      include: { organization: true },
    })
    if (!row) throw notFound('limit request', id)
    const before = presentRequest(row)
    if (before.status !== 'Open') {
      const detail = `The request was already ${before.status.toLowerCase()}. A decision is final.`
      throw new Problem('conflict', { detail })
    }
    const decision = structuredClone(await work(db, row)) as never
    const after = presentRequest(
      await db.limitRequest.update({ where: { id }, data: { decision, decidedAt: operator.now } }),
    )
    const scene = { ...contextIn(operator, actingOrganization(row.organization)), db }
    await recordChange(scene, { operation, resource: organizationPath, before, after })
    return after
  })
}
