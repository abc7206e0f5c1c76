import { randomUUID } from 'node:crypto'
import { auditedTransaction, recordChange } from '../audit/index.ts'
import type { Core } from '../context.ts'
import type { Transaction } from '../database/client.ts'
import { notFound } from '../problem.ts'
import { actForOrganization, operatorContext } from './create.ts'
import { credential } from './credential.ts'

interface NewOwner {
  readonly organizationId: string
  readonly email: string
  /** Of a user who is new. */
  readonly name: string
  /** Of a user who is new, as Better Auth makes and checks it. */
  readonly passwordHash: string
}

/**
 * Makes a person the owner of an organization. An operator's act: no key and no console user can reach it.
 * Somebody who has an account keeps its name and its password.
 *
 * @returns whether the account was made by this call, so that the password is the one given
 * @throws Problem `not-found` without such an organization
 */
export async function addOwner(core: Core, owner: NewOwner): Promise<{ accountCreated: boolean }> {
  const { organizationId } = owner
  // Better Auth looks addresses up in lower case.
  const email = owner.email.toLowerCase()
  const actor = await actForOrganization(core, 'operator', organizationId)
  if (!actor) throw notFound('organization', organizationId)
  return auditedTransaction(core.db, async (db) => {
    const existing = await db.user.findUnique({ where: { email } })
    const userId = existing?.id ?? (await createAccount(db, { ...owner, email }))
    const member = { organizationId_userId: { organizationId, userId } }
    const before = await db.membership.findUnique({ where: member })
    await db.membership.upsert({
      where: member,
      create: { id: randomUUID(), organizationId, userId, role: 'owner' },
      update: { role: 'owner' },
    })
    await recordChange(operatorContext({ ...core, db }, actor), {
      operation: 'members.add',
      resource: 'ORGANIZATION',
      ...(before && { before: { userId, email, role: before.role } }),
      after: { userId, email, role: 'owner' },
    })
    return { accountCreated: !existing }
  })
}

async function createAccount(
  db: Transaction,
  { email, name, passwordHash }: NewOwner,
): Promise<string> {
  const id = randomUUID()
  const accounts = { create: credential(id, passwordHash) }
  await db.user.create({ data: { id, email, name, emailVerified: true, accounts } })
  return id
}
