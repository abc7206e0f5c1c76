import type { Mail } from './open-mailer.ts'
import { utcTime } from './utc-time.ts'

interface Notice {
  readonly to: string
  /** What happened, as a sentence: "Your password was changed." */
  readonly what: string
  /** UTC */
  readonly at: string
  readonly address: string | null
  /** The browser in words; null if unknown. */
  readonly device: string | null
  /** The console, where the account can be checked. */
  readonly consoleUrl: string
}

/** The mail that reports a sign-in to an account, or a change of it. */
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
