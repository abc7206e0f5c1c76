import { invalidRequest, Problem } from '@sluice/runtime'
import { z } from 'zod'
import { type Role, referenceOf } from '../../actor.ts'
import { recordChange } from '../../audit/index.ts'
import type { Context } from '../../context.ts'
import { newestDigest } from '../../keys/index.ts'
import { organizationPath } from '../../scopes/index.ts'
import { changeMembers, type MembersContext } from '../change-members.ts'
import { memberWithEmail } from '../member.ts'
import { requireManages } from '../standing.ts'
import { type InvitationRecord, invitationEntry, presentInvitation, roleOf } from './record.ts'
import { mintInvitation } from './secret.ts'

/** How long an invitation can be accepted. */
export const INVITATION_DAYS = 7
const DAY_MS = 86_400_000

/** More than anybody waits for at a time; whoever makes them by the thousand is stopped here. */
const MOST_OPEN = 200

interface NewInvitation {
  readonly email: string
  readonly role: Role
}

const address = z.email().max(254)

/**
 * Invites an address, and answers the secret of its link: the only time that it leaves the service. An invitation of
 * the same address that is still open is replaced, so that its link works no more.
 *
 * @throws Problem `invalid-request` for what is no address, `conflict` for a member, `scope-missing` where the actor
 *   may not give the role
 */
export async function inviteMember(
  ctx: Context,
  { email: given, role }: NewInvitation,
): Promise<{ invitation: InvitationRecord; secret: string }> {
  const email = addressIn(given)
  return changeMembers(ctx, async (inside) => {
    const { db, standing, now, actor } = inside
    requireManages(standing, role)
    await requireNoMember(inside, email)
    const before = await replaceOpen(inside, email)
    await requireRoom(inside)
    const { id, secret } = mintInvitation()
    const row = await db.invitation.create({
      data: {
        ...{ id, email, role, createdAt: now },
        ...newestDigest(secret, inside.peppers),
        organizationId: actor.organization.id,
        expiresAt: new Date(now.getTime() + INVITATION_DAYS * DAY_MS),
        createdBy: referenceOf(actor),
      },
    })
    await recordChange(inside, {
      operation: 'invitations.create',
      resource: organizationPath,
      ...(before && { before: invitationEntry(before) }),
      after: invitationEntry(row),
    })
    return { invitation: presentInvitation(row, standing, now), secret }
  })
}

/** In lower case, as Better Auth keeps and looks up addresses. */
function addressIn(given: string): string {
  const { success, data } = address.safeParse(given.trim().toLowerCase())
  if (success) return data
  throw invalidRequest([{ pointer: '/email', detail: 'must be an e-mail address' }])
}

async function requireNoMember(ctx: MembersContext, email: string): Promise<void> {
  const member = await memberWithEmail(ctx, email)
  if (!member) return
  const detail = `${email} is already a member, with the role ${member.role}. Change the role instead.`
  throw new Problem('conflict', { detail })
}

async function replaceOpen({ db, actor, now, standing }: MembersContext, email: string) {
  const where = { organizationId: actor.organization.id, email, status: 'open' } as const
  const open = await db.invitation.findFirst({ where })
  if (!open) return undefined
  // An admin's invitation must not put an owner's out of force.
  requireManages(standing, roleOf(open))
  await db.invitation.update({
    where: { id: open.id },
    data: { status: 'replaced', endedAt: now },
  })
  return open
}

async function requireRoom({ db, actor }: MembersContext): Promise<void> {
  const where = { organizationId: actor.organization.id, status: 'open' } as const
  if ((await db.invitation.count({ where })) < MOST_OPEN) return
  const detail = `${MOST_OPEN} invitations are open, which is the limit. Withdraw some first.`
  throw new Problem('conflict', { detail })
}
