import { addOwner, type Core } from '@sluice/core'
import { newPassword } from './passwords.ts'

/**
 * Makes an account, named after its address, that owns an organization.
 *
 * @returns the new password that opens it
 * @throws Problem `conflict` where the address has an account
 */
export async function makeOwner(
  core: Core,
  organizationId: string,
  email: string,
): Promise<string> {
  const { password, passwordHash } = await newPassword()
  await addOwner(core, { organizationId, email, name: email.replace(/@.*$/, ''), passwordHash })
  return password
}
