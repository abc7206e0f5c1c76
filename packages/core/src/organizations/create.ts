import { auditedTransaction, recordChange } from '../audit/index.ts'
import type { Core } from '../context.ts'
import { actingOrganization } from '../limits/index.ts'
import { atCommandLine, contextIn } from '../operator.ts'
import { Problem } from '../problem.ts'
import { organizationPath } from '../scopes/index.ts'

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
    await recordChange(ctx, {
      operation: 'organizations.create',
      resource: organizationPath,
      after,
    })
    return { id, name, createdAt: row.createdAt.toISOString() }
  })
}
