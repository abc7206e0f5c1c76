import { randomUUID } from 'node:crypto'
import { notFound } from '@sluice/runtime'
import { auditedTransaction, recordChange } from '../audit/index.ts'
import type { Core } from '../context.ts'
import { actingColumns, actingOrganization } from '../limits/index.ts'
import { atCommandLine, contextIn } from '../operator.ts'
import { organizationPath } from '../scopes/index.ts'
import { createAccount, type NewAccount } from './account.ts'

interface NewOwner extends NewAccount {
  readonly organizationId: string
}

/**
 * Creates an account that owns an organization, for somebody with access to the machine, who hands over its password. A
 * person with an account has to be invited and accept instead.
 *
 * @throws Problem `not-found` without such an organization, `conflict` if the address has an account
 */
export async function addOwner(core: Core, owner: NewOwner): Promise<{ userId: string }> {
  const { organizationId } = owner
  const organization = await core.db.organization.findUnique({
    where: { id: organizationId },
    select: actingColumns,
  })
  if (!organization) throw notFound('organization', organizationId)
  const ctx = contextIn(atCommandLine(core), actingOrganization(organization))
  return auditedTransaction(core.db, async (db) => {
    const { userId, email } = await createAccount(db, owner, 'operator')
    const data = { id: randomUUID(), organizationId, userId, role: 'owner' }
    await db.membership.create({ data })
    const after = { userId, email, role: 'owner' }
    await recordChange(
      { ...ctx, db },
      { operation: 'members.add', resource: organizationPath, after },
    )
    return { userId }
  })
}
