import { randomUUID } from 'node:crypto'
import { Problem } from '@sluice/runtime'
import { scopesOfRole, type UserActor } from '../../actor.ts'
import { recordChange } from '../../audit/index.ts'
import type { Context, Core } from '../../context.ts'
import type { Transaction } from '../../database/client.ts'
import { actingOrganization } from '../../limits/index.ts'
import { organizationPath } from '../../scopes/index.ts'
import { inTurnOfMembers } from '../change-members.ts'
import { contextOfMembers } from '../context.ts'
import { type FoundInvitation, findInvitation } from './find.ts'
import { type Joining, joiningPerson } from './joining-person.ts'
import { statusOf } from './look.ts'
import { roleOf } from './record.ts'

interface Acceptance {
  readonly secret: string
  readonly by: Joining
}

/**
 * Uses an invitation up: the person becomes a member with its role. Of two at once one gets in.
 *
 * @returns the organization joined
 * @throws Problem `not-found` for what is no secret of an invitation, `conflict` for one that is not open, for a
 *   member and for an account that must sign in first, `scope-missing` for another person's, `rate-limited`
 */
export async function acceptInvitation(
  core: Core,
  { secret, by }: Acceptance,
  request: Pick<Context, 'address' | 'requestId'>,
): Promise<{ organizationId: string; email: string }> {
  const found = await findInvitation(core, secret, request.address)
  const { id, email, organizationId } = found
  await inTurnOfMembers(core, organizationId, async (db) => {
    const now = core.clock()
    const { status } = await db.invitation.findUniqueOrThrow({ where: { id } })
    requireOpen({ status, expiresAt: found.expiresAt }, now)
    const actor = memberToBe(found, await joiningPerson(db, email, by))
    await putMember(db, actor, now)
    await db.invitation.update({ where: { id }, data: { status: 'accepted', endedAt: now } })
    const ctx = { ...contextOfMembers(core, actor, request), db }
    const after = { userId: actor.id, email, role: actor.role, invitationId: id }
    await recordChange(ctx, { operation: 'members.join', resource: organizationPath, after })
  })
  return { organizationId, email }
}

const refusals = {
  expired: 'This invitation has expired. Ask for a new one.',
  withdrawn: 'This invitation was withdrawn. Ask for a new one.',
  replaced: 'This invitation was replaced. Use the link of the newer one.',
  accepted: 'This invitation was already accepted. Sign in to continue.',
} as const

function requireOpen(invitation: Pick<FoundInvitation, 'status' | 'expiresAt'>, now: Date): void {
  const status = statusOf(invitation, now)
  if (status !== 'open') throw new Problem('conflict', { detail: refusals[status] })
}

/** The person as the audit log names them. */
function memberToBe(
  invitation: FoundInvitation,
  { id, name }: { id: string; name: string },
): UserActor {
  const role = roleOf(invitation)
  const organization = actingOrganization(invitation.organization)
  return { type: 'user', id, name, role, organization, scopes: scopesOfRole[role] }
}

async function putMember(db: Transaction, actor: UserActor, createdAt: Date): Promise<void> {
  const of = { organizationId: actor.organization.id, userId: actor.id }
  const member = await db.membership.findUnique({ where: { organizationId_userId: of } })
  if (member) throw new Problem('conflict', { detail: 'You are already a member.' })
  await db.membership.create({ data: { id: randomUUID(), ...of, role: actor.role, createdAt } })
}
