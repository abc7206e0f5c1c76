import { addOwner, type Core } from '@sluice/core'
import { newPassword } from './passwords.ts'

export interface Owner {
  readonly email: string
  /** Only of an account that was made just now. */
  readonly password?: string
}

/** Makes a person the owner of an organization; who has no account yet gets one with a new password. */
export async function makeOwner(core: Core, organizationId: string, email: string): Promise<Owner> {
  const { password, passwordHash } = await newPassword()
  const name = email.replace(/@.*$/, '')
  const { accountCreated } = await addOwner(core, { organizationId, email, name, passwordHash })
  return accountCreated ? { email, password } : { email }
}
