import type { OfferedMembership, SecurityAct } from '@sluice/core'
import { resetMail, securityMail } from '@sluice/mail'
import { deviceOf } from '#account/device.ts'
import { core } from './core.ts'
import { environment } from './environment.ts'
import { inBackground } from './in-background.ts'
import { mailer } from './mailer.ts'

const texts: Partial<Record<SecurityAct, string>> = {
  'account.signIn': 'Somebody signed in to your account from a browser that was not seen before.',
  'members.changePassword': 'Your password was changed.',
  'members.resetPassword': 'Your password was reset by a link that went to this address.',
  'members.claimAccount':
    'Your account was claimed by a link. It has a new password; passkeys, two-step sign-in and company sign-in were removed.',
  'members.enableSecondFactor': 'Two-step sign-in was turned on.',
  'members.disableSecondFactor': 'Two-step sign-in was turned off.',
  'members.renewBackupCodes': 'Your backup codes were replaced by new ones.',
  'account.connectCompany': 'A company sign-in was connected to your account.',
  'members.addPasskey': 'A passkey was added to your account.',
  'members.deletePasskey': 'A passkey was deleted from your account.',
}

interface From {
  readonly address: string | null
  readonly device?: string | null | undefined
}

/** Tells somebody by mail what was done to their account, where mail is sent and the act is worth one. Nothing waits. */
export function notifyOfAct(email: string, act: SecurityAct, from: From): void {
  const what = texts[act]
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

/** Tells somebody that an invitation of theirs was accepted. */
export function notifyOfJoining(
  { email, organization, role }: OfferedMembership,
  from: From,
): void {
  const what =
    organization === null
      ? 'You are an operator of Sluice now.'
      : `You joined ${organization} as ${role}.`
  notify(email, what, from)
}

/** Sends the link by which somebody sets a new password. */
export async function sendReset(to: string, secret: string, minutes: number): Promise<void> {
  const link = `${environment().consoleUrl}/reset-password#${secret}`
  await mailer()?.send(resetMail({ to, link, minutes }))
}
