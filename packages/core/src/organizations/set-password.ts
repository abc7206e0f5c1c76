import { auditedTransaction, recordChange } from '../audit/index.ts'
import type { Core } from '../context.ts'
import type { Transaction } from '../database/client.ts'
import { actingOrganization } from '../limits/index.ts'
import { atCommandLine, contextIn } from '../operator.ts'
import { notFound } from '../problem.ts'
import { organizationPath } from '../scopes/index.ts'
import { credential } from './credential.ts'

interface NewPassword {
  readonly email: string
  /** As Better Auth makes and checks it. */
  readonly passwordHash: string
}

/**
 * Gives a person another password and ends their sessions. Every organization that they belong to has it in its audit
 * log.
 *
 * @throws Problem `not-found` without such a user
 */
export async function setPassword(core: Core, { email, passwordHash }: NewPassword): Promise<void> {
  const user = await core.db.user.findUnique({
    where: { email: email.toLowerCase() },
    include: { memberships: { include: { organization: true } } },
  })
  if (!user) throw notFound('user', email)
  const { id: userId, memberships } = user
  const operator = atCommandLine(core)
  const change = async (db: Transaction) => {
    const data = credential(userId, passwordHash)
    await db.account.deleteMany({ where: { userId, providerId: data.providerId } })
    await db.account.create({ data: { ...data, userId } })
    await db.session.deleteMany({ where: { userId } })
    for (const { organization } of memberships) {
      const ctx = { ...contextIn(operator, actingOrganization(organization)), db }
      const after = { userId, email: user.email }
      const operation = 'members.setPassword'
      await recordChange(ctx, { operation, resource: organizationPath, after })
    }
  }
  // A person of no organization has no audit log that could hold an entry.
  if (memberships.length === 0) await core.db.$transaction(change)
  else await auditedTransaction(core.db, change)
}
