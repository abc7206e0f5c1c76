import type { AuditedOperation } from '@sluice/contract'
import { systemActor } from '../../actor.ts'
import { auditedTransaction, recordChange } from '../../audit/index.ts'
import type { Core } from '../../context.ts'
import type { Integration, Prisma } from '../../database/generated/client.ts'
import { type DeliverJob, withSetter } from '../../events/index.ts'
import { actingColumns, actingOrganization } from '../../limits/index.ts'
import { integrationPath } from '../../scopes/index.ts'
import { presentIntegration } from '../present.ts'

interface Change {
  readonly operation: AuditedOperation
  readonly data: Prisma.IntegrationUpdateInput
  /** Whether the change still has to be made. */
  readonly applies: (row: Integration) => boolean
}

/** Changes an integration in the name of the service, with an audit entry. */
export function changeAsService(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  { organizationId, integrationId: lane }: DeliverJob,
  { operation, data, applies }: Change,
): Promise<void> {
  const now = clock()
  return auditedTransaction(db, async (transaction) => {
    const where = { organizationId_lane: { organizationId, lane } }
    const include = { organization: { select: actingColumns } }
    const row = await transaction.integration.findUnique({ where, include })
    if (!row || !applies(row)) return
    const { setter } = await withSetter(transaction, row)
    const updated = await transaction.integration.update({
      where: { ...where, version: row.version },
      data: { ...data, version: { increment: 1 } },
    })
    const actor = systemActor('webhooks', actingOrganization(row.organization))
    await recordChange(
      { db: transaction, actor, now, address: null, requestId: null },
      {
        operation,
        resource: integrationPath(row.id),
        before: presentIntegration({ ...row, setter }, now),
        after: presentIntegration({ ...updated, setter }, now),
      },
    )
  })
}
