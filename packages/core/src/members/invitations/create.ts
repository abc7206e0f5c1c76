import { Problem } from '@sluice/runtime'
import type { Role } from '../../actor.ts'
import { recordChange } from '../../audit/index.ts'
import type { Context } from '../../context.ts'
import { organizationPath } from '../../scopes/index.ts'
import { changeMembers, type MembersContext } from '../change-members.ts'
import { memberWithEmail } from '../member.ts'
import { requireManages, standingOf } from '../standing.ts'
import { countingMail } from './count-mail.ts'
import { addressIn, draftInvitation } from './draft.ts'
import { MAX_OPEN } from './most-open.ts'
import { type InvitationRecord, invitationEntry, presentInvitation, roleOf } from './record.ts'

interface NewInvitation {
  readonly email: string
  readonly role: Role
  /** Whether the link is mailed to the address and shown to nobody. Otherwise the inviter hands it over. */
  readonly byMail?: boolean
}

export interface Invited {
  readonly invitation: InvitationRecord
  readonly secret: string
}

/**
 * Invites an address and returns the secret of its link, which is shown this one time only. An open invitation of the
 * same address is replaced, and its link stops working.
 *
 * @throws Problem `invalid-request` for an invalid address, `conflict` for a member, `scope-missing` if the actor may
 * not grant the role, `rate-limited` for too many mails in an hour
 */
export async function inviteMember(
  ctx: Context,
  { email, role, byMail = false }: NewInvitation,
): Promise<Invited> {
  const wanted = { email: addressIn(email), role, byMail }
  // Callers who may not invite must not learn whether the limit of mails is used up.
  if (byMail) requireManages(await standingOf(ctx), role)
  return countingMail(ctx, { sender: ctx.actor.organization.id, ...wanted }, () =>
    changeMembers(ctx, (inside) => invite(inside, wanted)),
  )
}

/** {@link inviteMember} within a transaction. */
export async function invite(
  ctx: MembersContext,
  wanted: Required<NewInvitation>,
): Promise<Invited> {
  const { db, standing, now, actor, peppers } = ctx
  requireManages(standing, wanted.role)
  await requireNoMember(ctx, wanted.email)
  const before = await replaceOpen(ctx, wanted.email)
  await requireRoom(ctx)
  const { draft, secret } = draftInvitation({ ...wanted, by: actor, now, peppers })
  const row = await db.invitation.create({
    data: { ...draft, organizationId: actor.organization.id },
  })
  await recordChange(ctx, {
    operation: 'invitations.create',
    resource: organizationPath,
    ...(before && { before: invitationEntry(before) }),
    after: invitationEntry(row),
  })
  return { invitation: presentInvitation(row, standing, now), secret }
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
  // An admin's invitation must not invalidate an owner's.
  requireManages(standing, roleOf(open))
  await db.invitation.update({
    where: { id: open.id },
    data: { status: 'replaced', endedAt: now },
  })
  return open
}

async function requireRoom({ db, actor, now }: MembersContext): Promise<void> {
  const where = {
    organizationId: actor.organization.id,
    status: 'open',
    expiresAt: { gt: now },
  } as const
  if ((await db.invitation.count({ where })) < MAX_OPEN) return
  const detail = `${MAX_OPEN} invitations are open, which is the limit. Withdraw some first.`
  throw new Problem('conflict', { detail })
}
