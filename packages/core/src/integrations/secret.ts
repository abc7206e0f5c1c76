import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Peppers } from '../keys/index.ts'

/**
 * Signing secrets in the form of Standard Webhooks: `whsec_` and 32 random bytes in base64. Signing needs
 * the secret itself, so it is stored sealed: AES-256-GCM under a key derived from the key pepper. The seal
 * is bound to its integration, so a sealed secret that is copied to another row cannot be opened.
 */
const PREFIX = 'whsec_'

const IV_BYTES = 12
const TAG_BYTES = 16

/** Whose secret it is. */
interface Owner {
  readonly organizationId: string
  readonly id: string
}

/** Makes a secret. The only other place it may go is the answer that shows it once. */
export function mintSecret(): string {
  return PREFIX + randomBytes(32).toString('base64')
}

/** The bytes that a secret stands for, which sign. */
export function bytesOf(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), 'base64')
}

/** Seals a secret under the newest pepper: its version (4 bytes), IV, tag, ciphertext. */
export function sealSecret(
  secret: string,
  owner: Owner,
  peppers: Peppers,
): Uint8Array<ArrayBuffer> {
  const version = Math.max(...peppers.keys())
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', sealingKey(version, peppers), iv)
  cipher.setAAD(boundTo(owner))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  const head = Buffer.alloc(4)
  head.writeUInt32BE(version)
  return new Uint8Array(Buffer.concat([head, iv, cipher.getAuthTag(), sealed]))
}

/**
 * Opens a sealed secret. Throws when its pepper is no longer configured, or when it was sealed for another
 * owner.
 */
export function openSecret(sealed: Uint8Array, owner: Owner, peppers: Peppers): string {
  const bytes = Buffer.from(sealed)
  const key = sealingKey(bytes.readUInt32BE(0), peppers)
  const tagAt = 4 + IV_BYTES
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(4, tagAt), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(boundTo(owner))
  decipher.setAuthTag(bytes.subarray(tagAt, tagAt + TAG_BYTES))
  const text = [decipher.update(bytes.subarray(tagAt + TAG_BYTES)), decipher.final()]
  return Buffer.concat(text).toString('utf8')
}

function sealingKey(version: number, peppers: Peppers): Buffer {
  const pepper = peppers.get(version)
  if (pepper === undefined) {
    throw new Error(
      `A signing secret needs key pepper ${version}, which is not configured. Put it back into KEY_PEPPERS, or rotate the integration's secret.`,
    )
  }
  return Buffer.from(hkdfSync('sha256', pepper, '', 'sluice integration secrets', 32))
}

function boundTo({ organizationId, id }: Owner): Buffer {
  return Buffer.from(JSON.stringify([organizationId, id]))
}
