import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Peppers } from './digest.ts'

const IV_BYTES = 12
const TAG_BYTES = 16

/** What a seal is bound to: a copy for another owner or purpose cannot be opened. */
export interface Binding {
  readonly purpose: string
  /** The ids of the row that contains it. */
  readonly owner: readonly string[]
}

/**
 * Seals a secret that the service has to read again: AES-256-GCM with a key derived from the newest pepper.
 *
 * @returns the pepper's version (4 bytes), IV, tag, ciphertext
 */
export function seal(secret: string, binding: Binding, peppers: Peppers): Uint8Array<ArrayBuffer> {
  const version = Math.max(...peppers.keys())
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', sealingKey(version, binding, peppers), iv)
  cipher.setAAD(boundTo(binding))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  const head = Buffer.alloc(4)
  head.writeUInt32BE(version)
  return new Uint8Array(Buffer.concat([head, iv, cipher.getAuthTag(), sealed]))
}

/** Opens a seal. Throws if its pepper is no longer configured, or if it was bound to something else. */
export function openSealed(sealed: Uint8Array, binding: Binding, peppers: Peppers): string {
  const bytes = Buffer.from(sealed)
  const key = sealingKey(versionOf(bytes), binding, peppers)
  const tagAt = 4 + IV_BYTES
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(4, tagAt), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(boundTo(binding))
  decipher.setAuthTag(bytes.subarray(tagAt, tagAt + TAG_BYTES))
  const text = [decipher.update(bytes.subarray(tagAt + TAG_BYTES)), decipher.final()]
  return Buffer.concat(text).toString('utf8')
}

/** Whether the pepper of a seal is configured. Without it nothing can open the seal. */
export function hasPepper(sealed: Uint8Array, peppers: Peppers): boolean {
  return peppers.has(versionOf(Buffer.from(sealed)))
}

function versionOf(sealed: Buffer): number {
  return sealed.readUInt32BE(0)
}

function sealingKey(version: number, { purpose }: Binding, peppers: Peppers): Buffer {
  const pepper = peppers.get(version)
  if (pepper === undefined) {
    throw new Error(
      `A sealed secret needs key pepper ${version}, which is not configured. Put it back into KEY_PEPPERS, or enter the secret again.`,
    )
  }
  return Buffer.from(hkdfSync('sha256', pepper, '', purpose, 32))
}

function boundTo({ owner }: Binding): Buffer {
  return Buffer.from(JSON.stringify(owner))
}
