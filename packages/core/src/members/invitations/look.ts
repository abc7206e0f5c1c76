import type { Role } from '../../actor.ts'
import type { Core } from '../../context.ts'
import type { InvitationStatus } from '../../database/generated/client.ts'
import { type FoundInvitation, findInvitation } from './find.ts'
import { roleOf } from './record.ts'

/** What the holder of an invitation's link is told of it. */
export interface OfferedMembership {
  readonly status: InvitationStatus | 'expired'
  /** Name of the organization. */
  readonly organization: string
  readonly email: string
  readonly role: Role
  /** Name of who made it. */
  readonly createdBy: string
  /** UTC */
  readonly expiresAt: string
  /** Whether the address has an account, which then signs in to accept. */
  readonly hasAccount: boolean
}

/**
 * What a link offers, for everyone who holds it.
 *
 * @throws Problem `not-found` for what is no secret of an invitation, `rate-limited`
 */
export async function lookAtInvitation(
  core: Core,
  secret: string,
  address: string | null,
): Promise<OfferedMembership> {
  const row = await findInvitation(core, secret, address)
  const { email } = row
  return {
    ...{ status: statusOf(row, core.clock()), email, role: roleOf(row) },
    organization: row.organization.name,
    createdBy: (row.createdBy as { name: string }).name,
    expiresAt: row.expiresAt.toISOString(),
    hasAccount: (await core.db.user.count({ where: { email } })) > 0,
  }
}

/** What became of an invitation by now. */
export function statusOf(
  { status, expiresAt }: Pick<FoundInvitation, 'status' | 'expiresAt'>,
  now: Date,
): OfferedMembership['status'] {
  return status === 'open' && expiresAt <= now ? 'expired' : status
}
