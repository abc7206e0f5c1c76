import { type SystemActor, systemActor } from '../actor.ts'
import type { Core } from '../context.ts'
import { actingColumns, actingOrganization } from '../limits/index.ts'

/** The service acting in an organization as `name`; undefined if there is no such organization. */
export async function actForOrganization(
  core: Pick<Core, 'db'>,
  name: string,
  organizationId: string,
): Promise<SystemActor | undefined> {
  const row = await core.db.organization.findUnique({
    where: { id: organizationId },
    select: actingColumns,
  })
  return row ? systemActor(name, actingOrganization(row)) : undefined
}
