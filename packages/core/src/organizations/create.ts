import { Problem } from '@sluice/runtime'
import { auditedTransaction, recordChange } from '../audit/index.ts'
import type { Context, Core } from '../context.ts'
import type { Transaction } from '../database/client.ts'
import { actingOrganization } from '../limits/index.ts'
import { atCommandLine, contextIn } from '../operator.ts'
import { organizationPath } from '../scopes/index.ts'

interface NewOrganization {
  readonly id: string
  readonly name: string
}

/**
 * Creates a tenant, and in the same transaction what `within` creates. Only for operators: no key or console user can
 * call it.
 *
 * @returns its record
 * @throws Problem `conflict` if the id is taken
 */
export async function createOrganization(
  core: Core,
  { id, name }: NewOrganization,
  within: (ctx: Context & { readonly db: Transaction }) => Promise<void> = async () => {},
): Promise<{ id: string; name: string; createdAt: string }> {
  const existing = await core.db.organization.findUnique({ where: { id } })
  if (existing) throw new Problem('conflict', { detail: `The organization ${id} already exists.` })
  return auditedTransaction(core.db, async (db) => {
    const row = await db.organization.create({ data: { id, name, slug: id } })
    const ctx = { ...contextIn(atCommandLine(core), actingOrganization(row)), db }
    const after = { id, name }
    await recordChange(ctx, {
      operation: 'organizations.create',
      resource: organizationPath,
      after,
    })
    await within(ctx)
    return { id, name, createdAt: row.createdAt.toISOString() }
  })
}
