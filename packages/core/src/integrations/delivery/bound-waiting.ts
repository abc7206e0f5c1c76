import { settleInSequence } from '@sluice/runtime'
import type { Core } from '../../context.ts'
import { Prisma } from '../../database/generated/client.ts'
import type { DeliverJob } from '../../events/index.ts'
import { changeAsService } from './change-as-service.ts'
import { lanesWaiting } from './lanes.ts'

/**
 * The most pending deliveries of a receiver, since they are stored in the shared database. Beyond two integrations, an
 * organization divides the amount for two among all of them.
 */
const MAX_PENDING = 250_000

const integrations = Prisma.sql`(
  SELECT count(*) FROM integrations AS own
  WHERE own."organizationId" = one."organizationId" AND own."deletedAt" IS NULL)`

/**
 * Drops new events of integrations with too many pending deliveries, until half of these are gone. Checked once a
 * minute, so `most` may be exceeded. The audit log records when it began and ended.
 */
export async function boundWaiting(
  core: Pick<Core, 'db' | 'clock'>,
  most = MAX_PENDING,
): Promise<void> {
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
