import type { Mail } from './open-mailer.ts'
import { utcTime } from './utc-time.ts'

interface Notice {
  readonly to: string
  /** What happened, as a sentence: "Your password was changed." */
  readonly what: string
  /** UTC */
  readonly at: string
  readonly address: string | null
  /** The browser in words; null where nobody knows. */
  readonly device: string | null
  /** Where the account is looked at. */
  readonly consoleUrl: string
}

/** The mail that tells somebody of a sign-in to their account, or of a change of it. */
export function securityMail({ to, what, at, address, device, consoleUrl }: Notice): Mail {
  const facts = [
    `When:    ${utcTime(at)}`,
    ...(address === null ? [] : [`Address: ${oneLine(address)}`]),
    ...(device === null ? [] : [`Device:  ${oneLine(device)}`]),
  ]
  const text = `${oneLine(what)}

Account: ${to}
${facts.join('\n')}

If this was you, there is nothing to do.
If not, sign in at ${consoleUrl}, open "Your account", change your password and end all other
sessions. If you cannot sign in, ask the operator of the service at once.
`
  return { to, subject: `Sluice: ${oneLine(what).replace(/\.$/, '')}`, text }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}
