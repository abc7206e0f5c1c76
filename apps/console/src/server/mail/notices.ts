import type { OfferedMembership, SecurityAct } from '@sluice/core'
import { resetMail, securityMail } from '@sluice/mail'
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

/**
 * Notifies a user by mail of an act on their account, if mail is on and the act has a notice. Runs in the background.
 */
export function notifyOfAct(email: string, act: SecurityAct, from: From): void {
  const what = texts.notices[act]
  if (what !== undefined) notify(email, what, from)
}

function notify(to: string, what: string, { address, device }: From): void {
  const at = core().clock().toISOString()
  inBackground('notice by mail', async () => {
    const { consoleUrl } = environment()
    const words = device ? deviceOf(device) : null
    await mailer()?.send(securityMail({ to, what, at, address, device: words, consoleUrl }))
  })
}

/** Notifies a user by mail that they joined an organization or became an operator. */
export function notifyOfJoining(
  { email, organization, role }: Pick<OfferedMembership, 'email' | 'organization' | 'role'>,
  from: From,
): void {
  const what = organization === null ? texts.joinedAsOperator : texts.joined(organization, role)
  notify(email, what, from)
}

/** Mails a link for setting a new password. */
export async function sendReset(to: string, secret: string, minutes: number): Promise<void> {
  const link = `${environment().consoleUrl}/reset-password#${secret}`
  await mailer()?.send(resetMail({ to, link, minutes }))
}
