import type { Command } from 'commander'
import { print } from '../output.ts'
import { withCore } from '../stores/with-core.ts'
import { addVerb } from './verb.ts'

export function addUsersResetSecondFactor(users: Command): void {
  addVerb(
    users,
    'reset-second-factor <email>',
    'for a lost phone: turn off two-step sign-in, delete passkeys, end sessions; the password stays',
  ).action(reset)
}

async function reset(email: string, flags: { json?: boolean }): Promise<void> {
  const { twoStep, passkeys } = await withCore((core, { resetSecondFactor }) =>
    resetSecondFactor(core, email),
  )
  const { noticeFault, notify } = await import('../delivery.ts')
  const told = await notify(email, 'The operator removed your second factors and passkeys.')
  const notice = noticeFault(told)
  print(flags, { email, twoStepWasOn: twoStep, passkeysDeleted: passkeys, told }, () => {
    const before = twoStep ? 'Two-step sign-in is now off' : 'Two-step sign-in was already off'
    return `${before}, passkeys deleted: ${passkeys}. ${email} now signs in with only a password.${notice ? `\nNotice: ${notice}.` : ''}`
  })
}
