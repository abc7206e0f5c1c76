import { resetSecondFactor } from '@sluice/core'
import type { Command } from 'commander'
import { print } from '../output.ts'
import { withCore } from '../stores/with-core.ts'
import { addVerb } from './verb.ts'

export function addUsersResetSecondFactor(users: Command): void {
  addVerb(
    users,
    'reset-second-factor <email>',
    'for who has lost their phone: turn two-step sign-in off, delete the passkeys, end the sessions; the password stays',
  ).action(reset)
}

async function reset(email: string, flags: { json?: boolean }): Promise<void> {
  const { twoStep, passkeys } = await withCore((core) => resetSecondFactor(core, email))
  print(flags, { email, twoStepWasOn: twoStep, passkeysDeleted: passkeys }, () => {
    const before = twoStep ? 'Two-step sign-in is off now' : 'Two-step sign-in was off'
    return `${before}, passkeys deleted: ${passkeys}. ${email} signs in with the password alone.`
  })
}
