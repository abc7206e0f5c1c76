import { settleInSequence } from '@sluice/runtime'
import type { Core } from '../../context.ts'
import { Prisma } from '../../database/generated/client.ts'
import type { DeliverJob } from '../../events/index.ts'
import { changeAsService } from './change-as-service.ts'
import { lanesWaiting } from './lanes.ts'

/**
 * Deliveries that may wait for a receiver: they are stored where everybody's data are. Integrations beyond the second share what an
 * organization has for two.
 */
const MOST = 250_000

const integrations = Prisma.sql`(
  SELECT count(*) FROM integrations AS own
  WHERE own."organizationId" = one."organizationId" AND own."deletedAt" IS NULL)`

/**
 * Drops the new events of integrations for which too many deliveries wait, and notes them again once half of these are over.
 * Looked at once a minute, so more may wait than `most`. The audit log has when it began and when it ended.
 */
export async function boundWaiting(core: Pick<Core, 'db' | 'clock'>, most = MOST): Promise<void> {
  const { db } = core
  const begin = await db.$queryRaw<DeliverJob[]>`
    ${lanesWaiting}
    SELECT lane.* FROM lane
    JOIN integrations AS one ON one."organizationId" = lane."organizationId" AND one.lane = lane."integrationId"
    WHERE one.enabled AND one."droppingSince" IS NULL AND EXISTS (
      SELECT 1 FROM deliveries
      WHERE status = 'pending' AND deliveries."organizationId" || '/' || deliveries."integrationId" =
        lane."organizationId" || '/' || lane."integrationId"
      OFFSET least(${most}, ${2 * most} / greatest(1, ${integrations})))`
  const over = await db.$queryRaw<DeliverJob[]>`
    SELECT one."organizationId", one.lane AS "integrationId" FROM integrations AS one
    WHERE one."droppingSince" IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM deliveries
      WHERE status = 'pending' AND deliveries."organizationId" || '/' || deliveries."integrationId" =
        one."organizationId" || '/' || one.lane
      OFFSET least(${most}, ${2 * most} / greatest(1, ${integrations})) / 2)`
  await settleInSequence([
    ...begin.map((job) => () => change(core, job, true)),
    ...over.map((job) => () => change(core, job, false)),
  ])
}

function change(core: Pick<Core, 'db' | 'clock'>, job: DeliverJob, drops: boolean): Promise<void> {
  const droppingSince = drops ? core.clock() : null
  return changeAsService(core, job, {
    operation: drops ? 'integrations.dropEvents' : 'integrations.noteEvents',
    data: { droppingSince },
    applies: (row) => (row.droppingSince === null) === drops,
  })
}
