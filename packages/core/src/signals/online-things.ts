import type { Core } from '../context.ts'
import { publish } from '../events/index.ts'
import { thingEvents } from './thing-events.ts'

/** Marks an organization's things as online that have sent data, and tells of those that were not. */
export async function tellOnline(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  organizationId: string,
  ids: readonly string[],
): Promise<void> {
  const now = clock()
  await db.$transaction(async (transaction) => {
    const rows = await transaction.$queryRaw<{ id: string }[]>`
      UPDATE things SET online = true
      WHERE "organizationId" = ${organizationId} AND id = ANY(${[...ids]}) AND online IS DISTINCT FROM true
      RETURNING id`
    if (rows.length === 0) return
    const came = rows.map(({ id }) => id)
    await publish(
      transaction,
      await thingEvents(transaction, organizationId, came, 'thing.online', now),
    )
  })
}
