import { randomUUID } from 'node:crypto'
import type { AuditedOperation } from '@sluice/contract'
import { isRole, type Role, scopesOfRole, type UserActor } from '../actor.ts'
import { recordChange } from '../audit/index.ts'
import type { Context, Core } from '../context.ts'
import type { Transaction } from '../database/client.ts'
import { actingColumns, actingOrganization } from '../limits/index.ts'
import { type PersonRequest, recordAccountAct } from '../people/index.ts'
import { organizationPath } from '../scopes/index.ts'
import { contextOfMembers } from './context.ts'
import { roleOf } from './invitations/record.ts'
import { takeOpen } from './invitations/take-open.ts'

interface Offer {
  readonly organizationId: string
  /** Addresses that an invitation may be for. */
  readonly emails: readonly string[]
  /** The role of people who join without an invitation; null if they may not. */
  readonly joinRole: Role | null
}

interface Scene {
  readonly core: Core
  /** A transaction that holds the lock of the organization's members. */
  readonly db: Transaction
  readonly request: PersonRequest
  readonly organizationId: string
}

interface Person extends Omit<Offer, 'organizationId'> {
  readonly id: string
  readonly name: string
  readonly email: string
  /** The operation to audit for somebody who is a member already. */
  readonly operation?: 'members.connectCompany' | undefined
}

/** What somebody has joined, to tell them. */
export interface Joined {
  readonly email: string
  /** The organization's name. */
  readonly organization: string
  readonly role: Role
}

/** The role that a person would get in an organization: from an open invitation of their address, or else the default. */
export async function offeredRole(
  db: Context['db'],
  offer: Offer,
  now: Date,
): Promise<Role | undefined> {
  const invitation = await openInvitation(db, offer, now)
  return invitation ? roleOf(invitation) : (offer.joinRole ?? undefined)
}

/**
 * Makes a person a member after the organization's own provider has identified them. An open invitation counts without
 * its link, since the organization trusts the provider about addresses.
 *
 * @returns whether they are a member now, and what they have joined if they were not
 */
export async function joinIdentified(
  scene: Scene,
  person: Person,
): Promise<{ readonly isMember: boolean; readonly joined?: Joined }> {
  const { core, db, organizationId } = scene
  const { id: userId, email, emails, joinRole, operation } = person
  const of = { organizationId, userId }
  const member = await db.membership.findUnique({ where: { organizationId_userId: of } })
  if (member && isRole(member.role)) {
    if (operation) await record(scene, person, member.role, operation)
    return { isMember: true }
  }
  const invitation = await openInvitation(db, { organizationId, emails, joinRole }, core.clock())
  const role = invitation ? roleOf(invitation) : joinRole
  if (role === null) return { isMember: false }
  const createdAt = invitation ? await takeOpen(core, db, invitation) : core.clock()
  await db.membership.create({ data: { id: randomUUID(), ...of, role, createdAt } })
  await record(scene, person, role, 'members.join', invitation?.id)
  const { address, device = null } = scene.request
  const hand = { by: 'own', now: createdAt, address, device } as const
  await recordAccountAct(db, { person: { id: userId, email }, hand, act: 'members.join' })
  const { name: organization } = await db.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { name: true },
  })
  return { isMember: true, joined: { email, organization, role } }
}

function openInvitation(db: Context['db'], { organizationId, emails }: Offer, now: Date) {
  return db.invitation.findFirst({
    where: { organizationId, email: { in: [...emails] }, status: 'open', expiresAt: { gt: now } },
    orderBy: { createdAt: 'desc' },
  })
}

async function record(
  { core, db, request, organizationId }: Scene,
  { id, name, email }: Person,
  role: Role,
  operation: AuditedOperation,
  invitationId?: string,
): Promise<void> {
  const row = await db.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: actingColumns,
  })
  const organization = actingOrganization(row)
  const actor: UserActor = {
    type: 'user',
    id,
    name,
    role,
    organization,
    scopes: scopesOfRole[role],
  }
  const ctx = { ...contextOfMembers(core, actor, request), db }
  const after = { userId: id, email, role, by: 'company', ...(invitationId && { invitationId }) }
  await recordChange(ctx, { operation, resource: organizationPath, after })
}
