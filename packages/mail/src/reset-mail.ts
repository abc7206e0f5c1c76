import type { Mail } from './open-mailer.ts'

interface Reset {
  readonly to: string
  /** Contains the secret, which may be only in this mail. */
  readonly link: string
  readonly minutes: number
}

/** The mail with which a person sets a new password. Opening its link proves the address. */
export function resetMail({ to, link, minutes }: Reset): Mail {
  const text = `Somebody asked to reset the password of the Sluice account ${to}.

Open this link to choose a new one. It works once, for ${minutes} minutes:

${link}

If it was not you, ignore this email: your password stays as it is.
`
  return { to, subject: 'Reset your Sluice password', text }
}
