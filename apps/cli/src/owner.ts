import { addOwner, type Core, type NewAccount } from '@sluice/core'
import { newPassword } from './passwords.ts'

export interface Owner {
  readonly email: string
  /** Only of an account that was made just now. */
  readonly password?: string
}

/** An account for an address, named after it, and the new password that opens it. */
export async function newAccount(
  email: string,
): Promise<{ account: NewAccount; password: string }> {
  const { password, passwordHash } = await newPassword()
  return { account: { email, name: email.replace(/@.*$/, ''), passwordHash }, password }
}

/** Makes a person the owner of an organization; who has no account yet gets one with a new password. */
export async function makeOwner(core: Core, organizationId: string, email: string): Promise<Owner> {
  const { account, password } = await newAccount(email)
  const { accountCreated } = await addOwner(core, { organizationId, ...account })
  return accountCreated ? { email, password } : { email }
}
