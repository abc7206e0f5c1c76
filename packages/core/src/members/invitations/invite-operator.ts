import type { Core } from '../../context.ts'
import type { Transaction } from '../../database/client.ts'
import { recordOperatorAct, requireNoOperator } from '../../people/index.ts'
import { countingMail, OPERATORS } from './count-mail.ts'
import { addressIn, draftInvitation } from './draft.ts'

const commandLine = { type: 'system', id: 'operator', name: 'operator' } as const

/**
 * Invites an address to operate the service, and returns the secret of its link. Nobody is an operator before they
 * accept: the owner of an account with that address need not be its holder. An open invitation is replaced.
 *
 * @throws Problem `invalid-request` for an invalid address, `conflict` for an operator, `rate-limited` for too many
 * mails in an hour
 */
export async function inviteOperator(
  core: Core,
  { email: given, byMail }: { readonly email: string; readonly byMail: boolean },
): Promise<{ id: string; email: string; expiresAt: string; secret: string }> {
  const email = addressIn(given)
  const inviting = async (db: Transaction) => {
    await requireNoOperator(db, email)
    const now = core.clock()
    await db.invitation.updateMany({
      where: { organizationId: null, email, status: 'open' },
      data: { status: 'replaced', endedAt: now },
    })
    const wanted = { email, role: 'operator', byMail, by: commandLine, now } as const
    const { draft, secret } = draftInvitation({ ...wanted, peppers: core.peppers })
    await db.invitation.create({ data: draft })
    await recordOperatorAct(db, { kind: 'invited', userId: null, email, at: now })
    return { id: draft.id, email, expiresAt: draft.expiresAt.toISOString(), secret }
  }
  return countingMail(core, { sender: OPERATORS, email, byMail }, () =>
    core.db.$transaction(inviting),
  )
}
