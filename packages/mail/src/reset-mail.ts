import type { Mail } from './open-mailer.ts'

interface Reset {
  readonly to: string
  /** Holds the secret: only this mail may. */
  readonly link: string
  readonly minutes: number
}

/** The mail by which somebody sets a new password. To open its link proves the address. */
export function resetMail({ to, link, minutes }: Reset): Mail {
  const text = `Somebody asked for a new password for the Sluice account of ${to}.

Open this link to choose one. It works once, for ${minutes} minutes:

${link}

You did not ask for this? Do nothing: your password stays as it is.
`
  return { to, subject: 'Reset your Sluice password', text }
}
