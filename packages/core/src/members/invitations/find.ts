import { Problem } from '@sluice/runtime'
import type { Core } from '../../context.ts'
import { digestMatches } from '../../keys/index.ts'
import { actingColumns } from '../../limits/index.ts'
import { invitationIdIn } from './secret.ts'

/** Clients without an address share one budget. */
const NOWHERE = '0.0.0.0'

/**
 * The invitation of a secret, whatever its status. Guessing secrets is limited like guessing keys: a valid secret is
 * never refused for the failures of its address, which others may share.
 *
 * @throws Problem `not-found` if the secret belongs to no invitation, `rate-limited`
 */
export async function findInvitation(
  { db, addresses, peppers }: Core,
  secret: string,
  address: string | null,
) {
  const id = invitationIdIn(secret)
  const row = id
    ? await db.invitation.findUnique({
        where: { id },
        include: { organization: { select: { name: true, ...actingColumns } } },
      })
    : null
  if (digestMatches(secret, row, peppers) && row) return row
  addresses.blame(address ?? NOWHERE)
  throw new Problem('not-found', {
    detail: 'This link is not valid. Copy the whole link from the invitation.',
  })
}

/** An invitation whose secret the caller has. */
export type FoundInvitation = Awaited<ReturnType<typeof findInvitation>>
