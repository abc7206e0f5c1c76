import type { Mail } from './open-mailer.ts'
import { hasLink, plainName } from './organization-name.ts'
import { utcTime } from './utc-time.ts'

interface Invited {
  readonly to: string
  /** Contains the secret, which may be only in this mail. */
  readonly link: string
  /** The organization's name, which its owners choose; null for an invitation to operate the service. */
  readonly organization: string | null
  readonly role: string
  /** UTC */
  readonly expiresAt: string
}

/**
 * The mail that invites an address. Opening its link proves the address. It goes to strangers, so the organization's name
 * is quoted, and not in the subject if something in it may be taken for a link.
 */
export function invitationMail({ to, link, organization, role, expiresAt }: Invited): Mail {
  const what = organization === null ? 'run Sluice' : `join "${plainName(organization)}" on Sluice`
  const as = organization === null ? 'as an operator' : `as ${role}`
  const text = `You are invited to ${what} ${as}.

Open this link to accept. It works once, until ${utcTime(expiresAt)}:

${link}

Keep the link to yourself: whoever opens it acts as ${to}.
If you did not expect this, ignore this email.
`
  return { to, subject: subjectOf(organization), text }
}

function subjectOf(organization: string | null): string {
  if (organization === null) return 'Invitation to run Sluice'
  if (hasLink(organization)) return 'Invitation to join Sluice'
  return `Invitation to join ${plainName(organization)} on Sluice`
}
