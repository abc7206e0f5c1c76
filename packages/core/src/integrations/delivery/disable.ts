import { systemActor } from '../../actor.ts'
import { auditedTransaction, recordChange } from '../../audit/index.ts'
import type { Core } from '../../context.ts'
import type { Integration } from '../../database/generated/client.ts'
import { withSetter } from '../../events/index.ts'
import { actingColumns, actingOrganization } from '../../limits/index.ts'
import { integrationPath } from '../../scopes/index.ts'
import { presentIntegration } from '../present.ts'
import type { Attempt } from './attempt.ts'

/** After failing for so long the receiver is taken to be gone, or looked after by nobody. */
const PATIENCE_MS = 72 * 3_600_000

/** Why an integration is to be disabled after these tries; undefined when it is not. */
export function reasonToDisable(
  { failingSince }: Integration,
  attempts: readonly Attempt[],
  now: Date,
): string | undefined {
  if (attempts.some(({ error }) => error === undefined)) return undefined
  if (attempts.some(({ answer }) => answer?.status === 410)) {
    return 'The receiver answered 410 Gone, so it wants no more events.'
  }
  const since = failingSince?.getTime() ?? now.getTime()
  if (now.getTime() - since < PATIENCE_MS) return undefined
  return `No delivery has succeeded since ${failingSince?.toISOString()}.`
}

/**
 * Disables an integration in the service's own name. Its pending deliveries are kept until it is enabled
 * again.
 */
export function disable(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  { organizationId, id }: Integration,
  reason: string,
): Promise<void> {
  const now = clock()
  return auditedTransaction(db, async (transaction) => {
    const where = { organizationId_id: { organizationId, id } }
    const include = { organization: { select: actingColumns } }
    const row = await transaction.integration.findUnique({ where, include })
    if (!row?.enabled) return
    const { setter } = await withSetter(transaction, row)
    const updated = await transaction.integration.update({
      where: { ...where, version: row.version },
      data: { enabled: false, disabledReason: reason, version: { increment: 1 } },
    })
    const actor = systemActor('webhooks', actingOrganization(row.organization))
    await recordChange(
      { db: transaction, actor, now, address: null, requestId: null },
      {
        operation: 'integrations.disable',
        resource: integrationPath(id),
        before: presentIntegration({ ...row, setter }, now),
        after: presentIntegration({ ...updated, setter }, now),
      },
    )
  })
}
