import type { EventType } from '@sluice/contract'
import type { Database } from '../database/client.ts'

/** Which of some organizations have an integration that subscribes to one of these events. */
export async function listening(
  db: Database,
  organizationIds: readonly string[],
  types: readonly EventType[],
): Promise<Set<string>> {
  const rows = await db.integration.findMany({
    where: {
      organizationId: { in: [...new Set(organizationIds)] },
      ...{ enabled: true, eventTypes: { hasSome: [...types] } },
    },
    select: { organizationId: true },
    distinct: ['organizationId'],
  })
  return new Set(rows.map(({ organizationId }) => organizationId))
}
