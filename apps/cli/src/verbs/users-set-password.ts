import { setPassword } from '@sluice/core'
import type { Command } from 'commander'
import { fields, print } from '../output.ts'
import { newPassword } from '../passwords.ts'
import { withCore } from '../stores/with-core.ts'
import { addVerb } from './verb.ts'

export function addUsersSetPassword(users: Command): void {
  addVerb(
    users,
    'set-password <email>',
    'set a new password, shown once, and end all sessions',
  ).action(setNewPassword)
}

async function setNewPassword(email: string, flags: { json?: boolean }): Promise<void> {
  const { password, passwordHash } = await newPassword()
  await withCore((core) => setPassword(core, { email, passwordHash }))
  print(flags, { email, password }, fields)
}
