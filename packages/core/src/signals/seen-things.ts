import { settleInSequence } from '@sluice/runtime'
import type { Core } from '../context.ts'
import { publish } from '../events/index.ts'
import type { SeenThing } from '../last-seen/buffer.ts'
import { listening } from './listening.ts'
import { thingEvents } from './thing-events.ts'
import { judgeThresholds } from './thresholds.ts'

type Stores = Pick<Core, 'db' | 'telemetry' | 'clock'>

/** Tells of things that sent data: those that came online, and the values that crossed a threshold. */
export async function tellSeen(stores: Stores, seen: readonly SeenThing[]): Promise<void> {
  const byOrganization = Map.groupBy(seen, ({ organizationId }) => organizationId)
  const organizations = [...byOrganization.keys()]
  const judging = await listening(stores.db, organizations, ['metric.breached', 'metric.cleared'])
  await settleInSequence(
    [...byOrganization].map(([organizationId, things]) => async () => {
      const ids = things.map(({ thingId }) => thingId)
      await tellOnline(stores, organizationId, ids)
      if (judging.has(organizationId)) await judgeThresholds(stores, organizationId, ids)
    }),
  )
}

async function tellOnline({ db, clock }: Stores, organizationId: string, ids: string[]) {
  const now = clock()
  await db.$transaction(async (transaction) => {
    const rows = await transaction.$queryRaw<{ id: string }[]>`
      UPDATE things SET online = true
      WHERE "organizationId" = ${organizationId} AND id = ANY(${ids}) AND online IS DISTINCT FROM true
      RETURNING id`
    if (rows.length === 0) return
    const came = rows.map(({ id }) => id)
    await publish(
      transaction,
      await thingEvents(transaction, organizationId, came, 'thing.online', now),
    )
  })
}
