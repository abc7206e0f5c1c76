import { Problem } from '@sluice/runtime'
import type { Core } from '../../context.ts'
import type { Transaction } from '../../database/client.ts'
import type { FoundInvitation } from './find.ts'
import { statusOf } from './look.ts'

const refusals = {
  expired: 'This invitation has expired. Ask for a new one.',
  withdrawn: 'This invitation was withdrawn. Ask for a new one.',
  replaced: 'This invitation was replaced. Use the link of the newer one.',
  accepted: 'This invitation was already accepted. Sign in to continue.',
} as const

/**
 * Marks an invitation as accepted, in the transaction that grants what it offers. If two do so concurrently, the second
 * waits for the first and finds it taken.
 *
 * @returns the time of acceptance
 * @throws Problem `conflict` if it is not open
 */
export async function takeOpen(
  { clock }: Pick<Core, 'clock'>,
  db: Transaction,
  { id, expiresAt }: Pick<FoundInvitation, 'id' | 'expiresAt'>,
): Promise<Date> {
  const now = clock()
  const isOpen = { id, status: 'open', expiresAt: { gt: now } } as const
  const data = { status: 'accepted', endedAt: now } as const
  const { count } = await db.invitation.updateMany({ where: isOpen, data })
  if (count === 1) return now
  const { status } = await db.invitation.findUniqueOrThrow({ where: { id } })
  const became = statusOf({ status, expiresAt }, now)
  throw new Problem('conflict', { detail: refusals[became === 'open' ? 'expired' : became] })
}
