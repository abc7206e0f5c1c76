import { accountDigest, countAttempt, type OfferedMembership, type SecurityAct } from '@sluice/core'
import { plainName, resetMail, securityMail } from '@sluice/mail'
import { deviceOf } from '#account/device.ts'
import { texts } from '#texts/server.ts'
import { core } from '../core.ts'
import { environment } from '../environment.ts'
import { inBackground } from '../in-background.ts'
import { mailer } from './mailer.ts'

interface From {
  readonly address: string | null
  readonly device?: string | null | undefined
}

/** Mails about one kind of act that a user gets: whoever can repeat it must not flood them. `window` is in seconds. */
const ofOneKind = { window: 3600, max: 10 }

/**
 * Notifies a user by mail of an act on their account, if mail is on and the act has a notice. Runs in the background.
 */
export function notifyOfAct(email: string, act: SecurityAct, from: From): void {
  const what = texts.notices[act]
  if (what !== undefined) notify(email, { act, what }, from)
}

function notify(
  to: string,
  { act, what }: { readonly act: SecurityAct; readonly what: string },
  { address, device }: From,
): void {
  const post = mailer()
  if (!post) return
  const at = core().clock().toISOString()
  const account = accountDigest(to)
  const work = async () => {
    const key = ['notice', act, account].join(' ')
    // A notice that was not counted is better sent than lost.
    const counted = await countAttempt(core(), key, ofOneKind).catch(() => undefined)
    if (counted?.allowed === false) return
    const { consoleUrl } = environment()
    const words = device ? deviceOf(device) : null
    await post.send(securityMail({ to, what, at, address, device: words, consoleUrl }))
  }
  inBackground('notice by mail', work, account)
}

/** Notifies a user by mail that they joined an organization or became an operator. */
export function notifyOfJoining(
  { email, organization, role }: Pick<OfferedMembership, 'email' | 'organization' | 'role'>,
  from: From,
): void {
  const what =
    organization === null ? texts.joinedAsOperator : texts.joined(plainName(organization), role)
  notify(email, { act: 'members.join', what }, from)
}

/** Mails a link for setting a new password. */
export async function sendReset(to: string, secret: string, minutes: number): Promise<void> {
  const link = `${environment().consoleUrl}/reset-password#${secret}`
  await mailer()?.send(resetMail({ to, link, minutes }))
}
