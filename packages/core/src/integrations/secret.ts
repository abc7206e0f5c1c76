import { randomBytes } from 'node:crypto'
import { openSealed, type Peppers, seal } from '../keys/index.ts'

/**
 * Signing secrets in the form of Standard Webhooks: `whsec_` and 32 random bytes in base64. Signing needs the secret
 * itself, so it is stored sealed, bound to its integration.
 */
const PREFIX = 'whsec_'

interface Owner {
  readonly organizationId: string
  readonly id: string
}

const PURPOSE = 'sluice integration secrets'

/** Creates a secret. Besides being sealed, it may only go into the one answer that shows it. */
export function mintSecret(): string {
  return PREFIX + randomBytes(32).toString('base64')
}

/** The bytes of a secret, which are the signing key. */
export function bytesOf(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), 'base64')
}

export function sealSecret(
  secret: string,
  { organizationId, id }: Owner,
  peppers: Peppers,
): Uint8Array<ArrayBuffer> {
  return seal(secret, { purpose: PURPOSE, owner: [organizationId, id] }, peppers)
}

/** Opens a sealed secret. Throws if its pepper is no longer configured, or if it was sealed for another owner. */
export function openSecret(
  sealed: Uint8Array,
  { organizationId, id }: Owner,
  peppers: Peppers,
): string {
  return openSealed(sealed, { purpose: PURPOSE, owner: [organizationId, id] }, peppers)
}
