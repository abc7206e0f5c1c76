import { invitationLink } from '@sluice/core'
import {
  invitationMail,
  isRefusal,
  type Mail,
  type MailSettings,
  mailSettings,
  openMailer,
  securityMail,
} from '@sluice/mail'
import { readRuntime } from './data/runtime.ts'
import { readEnvironment } from './environment.ts'

/** Whether links go to their addresses by mail. */
export function sendsMail(): boolean {
  return mailSettings(readEnvironment(process.env)) !== undefined
}

interface Invited {
  readonly email: string
  /** Name of the organization; null for an invitation to run the service. */
  readonly organization: string | null
  readonly role: string
  /** UTC */
  readonly expiresAt: string
  readonly secret: string
}

/** What became of an invitation's link: it was sent to its address, or is to be handed over. */
export type Delivered =
  | { readonly sentTo: string }
  | {
      readonly link: string
      /** Why it was not sent, where it should have been. */
      readonly notSent?: string
      /** The same, where it may have been sent for all that. */
      readonly unconfirmed?: string
    }

/**
 * Sends the link by mail where that is set up, else answers it. Where the mail server does not take it, `inviteAgain`
 * replaces the invitation by one to hand over: a link that went by mail alone proves whose the address is.
 */
export async function deliver(
  { email: to, secret, ...invited }: Invited,
  inviteAgain: () => Promise<{ readonly secret: string }>,
): Promise<Delivered> {
  const mail = mailSettings(readEnvironment(process.env))
  const link = invitationLink(consoleUrl(), secret)
  if (!mail) return { link }
  try {
    await sendOnce(mail, invitationMail({ to, link, ...invited }))
    return { sentTo: to }
  } catch (fault) {
    const { secret } = await inviteAgain()
    const why = fault instanceof Error ? fault.message : String(fault)
    const fate = isRefusal(fault) ? { notSent: why } : { unconfirmed: why }
    return { link: invitationLink(consoleUrl(), secret), ...fate }
  }
}

/**
 * Tells somebody by mail what was done to their account, where mail is set up.
 *
 * @returns whether the mail server said that it took it; null where mail is not set up
 */
export async function notify(to: string, what: string): Promise<boolean | null> {
  const mail = mailSettings(readEnvironment(process.env))
  if (!mail) return null
  const at = new Date().toISOString()
  const from = { at, address: null, device: null, consoleUrl: consoleUrl() }
  const notice = securityMail({ to, what, ...from })
  return sendOnce(mail, notice).then(
    () => true,
    () => false,
  )
}

/** What became of a notice, where people should know. */
export function noticeFault(told: boolean | null): string | undefined {
  if (told === null) return 'not sent, because SMTP_URL is not set here'
  return told ? undefined : 'perhaps not sent: the mail server did not confirm it'
}

/** A connection that stays open would keep the command from ending. */
async function sendOnce(settings: MailSettings, mail: Mail): Promise<void> {
  const mailer = openMailer(settings)
  try {
    await mailer.send(mail)
  } finally {
    mailer.close()
  }
}

/** As lines for people. */
export function deliveryFields(delivered: Delivered): Record<string, string> {
  if ('sentTo' in delivered) return { link: `sent to ${delivered.sentTo}` }
  const { link, notSent, unconfirmed } = delivered
  return {
    ...(notSent !== undefined && { warning: `no mail was sent: ${notSent}` }),
    ...(unconfirmed !== undefined && {
      warning: `it is unknown whether the mail was sent; if it was, its link no longer works: ${unconfirmed}`,
    }),
    ...{ link, next: 'hand the link over, to its holder alone' },
  }
}

/** Of the environment; else of the product that runs on the data directory; else where one would be. */
function consoleUrl(): string {
  const { DATA_DIR, CONSOLE_URL } = readEnvironment(process.env)
  if (process.env.CONSOLE_URL) return CONSOLE_URL
  return readRuntime(DATA_DIR)?.consoleUrl ?? CONSOLE_URL
}
