import { type SystemActor, systemActor } from '../actor.ts'
import { auditedTransaction, recordChange } from '../audit/index.ts'
import type { Core } from '../context.ts'
import { actingOrganization } from '../limits/index.ts'
import { atCommandLine, contextIn } from '../operator.ts'
import { Problem } from '../problem.ts'

interface NewOrganization {
  readonly id: string
  readonly name: string
}

/** Makes a tenant. An operator's act: no key and no console user can reach it. Throws `conflict`. */
export async function createOrganization(core: Core, { id, name }: NewOrganization) {
  const existing = await core.db.organization.findUnique({ where: { id } })
  if (existing) throw new Problem('conflict', { detail: `There is an organization ${id} already.` })
  return auditedTransaction(core.db, async (db) => {
    const row = await db.organization.create({ data: { id, name, slug: id } })
    const ctx = { ...contextIn(atCommandLine(core), actingOrganization(row)), db }
    const after = { id, name }
    await recordChange(ctx, { operation: 'organizations.create', resource: 'ORGANIZATION', after })
    return { id, name, createdAt: row.createdAt.toISOString() }
  })
}

/** The service acting for one organization, or undefined when there is no such organization. */
export async function actForOrganization(
  core: Pick<Core, 'db'>,
  name: string,
  organizationId: string,
): Promise<SystemActor | undefined> {
  const row = await core.db.organization.findUnique({ where: { id: organizationId } })
  return row ? systemActor(name, actingOrganization(row)) : undefined
}
