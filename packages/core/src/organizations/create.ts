import { Problem } from '@sluice/runtime'
import { auditedTransaction, recordChange } from '../audit/index.ts'
import type { Core } from '../context.ts'
import { actingOrganization } from '../limits/index.ts'
import { atCommandLine, contextIn } from '../operator.ts'
import { organizationPath } from '../scopes/index.ts'
import type { NewAccount } from './account.ts'
import { putOwner } from './add-owner.ts'

interface NewOrganization {
  readonly id: string
  readonly name: string
  /** Who may sign in to it; nobody yet where absent. */
  readonly owner?: NewAccount | undefined
}

/**
 * Makes a tenant, and its owner with it: both or neither. An operator's act: no key and no console user can reach it.
 *
 * @returns its record; with an owner also whether their account was made by this call
 * @throws Problem `conflict` when there is one with this id
 */
export async function createOrganization(core: Core, { id, name, owner }: NewOrganization) {
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
    const made = owner && (await putOwner(ctx, owner))
    return { id, name, createdAt: row.createdAt.toISOString(), ...made }
  })
}
