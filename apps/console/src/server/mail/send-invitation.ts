import { type Context, returnInvitationMail, withdrawInvitation } from '@sluice/core'
import { invitationMail, isRefusal, type Mailer } from '@sluice/mail'
import { Problem } from '@sluice/runtime'
import { texts } from '#texts/server.ts'

interface Invited {
  readonly id: string
  readonly mail: Parameters<typeof invitationMail>[0]
}

/**
 * Mails the link of an invitation to its address, and shows it to nobody else. If the mail is rejected, nobody has the
 * link, so the invitation is withdrawn. The one that it replaced stays replaced.
 *
 * @throws Problem `unavailable` if the mail server rejects the mail
 */
export async function sendInvitation(
  members: Context,
  mailer: Mailer,
  { id, mail }: Invited,
): Promise<void> {
  try {
    await mailer.send(invitationMail(mail))
  } catch (cause) {
    await withdrawInvitation(members, id)
    const sender = members.actor.organization.id
    if (isRefusal(cause)) await returnInvitationMail(members, { sender, email: mail.to })
    const detail = texts.mailRefused(mail.to)
    throw new Problem('unavailable', { detail, retryAfter: 60, cause })
  }
}
