import { isRole, type Role } from '../../actor.ts'
import type { Invitation } from '../../database/generated/client.ts'
import { manages } from '../standing.ts'

/** Statuses of an invitation that was not accepted yet. An expired one is listed until it is withdrawn or replaced. */
export const invitationStatuses = ['open', 'expired'] as const

/** An invitation that was not accepted yet, without its secret. */
export interface InvitationRecord {
  readonly id: string
  readonly email: string
  readonly role: Role
  /** Whether the link was mailed to the address, so that nobody else has it. */
  readonly byMail: boolean
  readonly status: (typeof invitationStatuses)[number]
  /** The inviter's name. */
  readonly createdBy: string
  /** UTC */
  readonly createdAt: string
  readonly expiresAt: string
  /** Whether the caller may withdraw it. */
  readonly mayWithdraw: boolean
}

export type InvitationRow = Pick<
  Invitation,
  'id' | 'email' | 'role' | 'delivery' | 'createdBy' | 'createdAt' | 'expiresAt'
>

export function presentInvitation(row: InvitationRow, standing: Role, now: Date): InvitationRecord {
  const role = roleOf(row)
  return {
    ...{ id: row.id, email: row.email, role, byMail: row.delivery === 'mail' },
    status: row.expiresAt > now ? 'open' : 'expired',
    createdBy: (row.createdBy as { name: string }).name,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    mayWithdraw: manages(standing, role),
  }
}

/** The role of an invitation. Only valid roles are ever stored. */
export function roleOf({ role }: { readonly role: string }): Role {
  if (isRole(role)) return role
  throw new Error('An invitation gives a role that there is not.')
}

/** An invitation in the audit log. */
export function invitationEntry({ id, email, role, delivery, expiresAt }: InvitationRow) {
  return { invitationId: id, email, role, delivery, expiresAt: expiresAt.toISOString() }
}
