import type { Role } from '../../actor.ts'
import type { Core } from '../../context.ts'
import type { InvitationStatus } from '../../database/generated/client.ts'
import { type FoundInvitation, findInvitation } from './find.ts'
import { roleOf } from './record.ts'
import { type Way, wayOf } from './way.ts'

/** An invitation as shown to the holder of its link. */
export interface OfferedMembership {
  readonly status: InvitationStatus | 'expired'
  /** The organization's name; null for an invitation to operate the service. */
  readonly organization: string | null
  readonly email: string
  readonly role: Role | 'operator'
  /** The inviter's name. */
  readonly createdBy: string
  /** UTC */
  readonly expiresAt: string
  readonly way: Way
}

/**
 * What a link offers, for everyone who has it.
 *
 * @throws Problem `not-found` if the secret belongs to no invitation, `rate-limited`
 */
export async function lookAtInvitation(
  core: Core,
  secret: string,
  address: string | null,
): Promise<OfferedMembership> {
  const row = await findInvitation(core, secret, address)
  const { email, organization } = row
  const account = await core.db.user.findUnique({ where: { email } })
  return {
    ...{ status: statusOf(row, core.clock()), email },
    role: organization ? roleOf(row) : 'operator',
    organization: organization?.name ?? null,
    createdBy: (row.createdBy as { name: string }).name,
    expiresAt: row.expiresAt.toISOString(),
    way: wayOf(row, account),
  }
}

/** The current status of an invitation. */
export function statusOf(
  { status, expiresAt }: Pick<FoundInvitation, 'status' | 'expiresAt'>,
  now: Date,
): OfferedMembership['status'] {
  return status === 'open' && expiresAt <= now ? 'expired' : status
}
