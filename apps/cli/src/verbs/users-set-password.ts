import type { Command } from 'commander'
import { fields, print } from '../output.ts'
import { newPassword } from '../passwords.ts'
import { withCore } from '../stores/with-core.ts'
import { addVerb } from './verb.ts'

export function addUsersSetPassword(users: Command): void {
  addVerb(
    users,
    'set-password <email>',
    'set a new password, shown once, and end all sessions and passkeys; two-step sign-in stays on',
  ).action(setNewPassword)
}

async function setNewPassword(email: string, flags: { json?: boolean }): Promise<void> {
  const { password, passwordHash } = await newPassword()
  const ended = await withCore((core, { setPassword }) =>
    setPassword(core, { email, passwordHash }),
  )
  const { noticeFault, notify } = await import('../delivery.ts')
  const told = await notify(email, 'The operator set a new password for your account.')
  const notice = noticeFault(told)
  const { passkeys: passkeysDeleted, hasSecondFactor: twoStepIsOn } = ended
  print(flags, { email, password, passkeysDeleted, twoStepIsOn, told }, () =>
    fields({
      ...{ email, password, 'passkeys deleted': String(passkeysDeleted) },
      ...(notice && { notice }),
      ...(twoStepIsOn && {
        'two-step sign-in': 'on; without their phone: sluice users reset-second-factor',
      }),
    }),
  )
}
