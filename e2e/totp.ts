import { createHmac } from 'node:crypto'

const PERIOD = 30_000
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The six-digit code that an authenticator app shows at a time (RFC 6238). */
export function totp(secret: string, at: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / PERIOD)))
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  // RFC 4226, section 5.3: the last four bits are the offset of the number.
  const offset = (digest.at(-1) ?? 0) & 0xf
  const number = (digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000
  return String(number).padStart(6, '0')
}

function bytesOf(secret: string): Buffer {
  const bits = Array.from(secret.replace(/[\s=]/g, ''), (character) =>
    BASE32.indexOf(character).toString(2).padStart(5, '0'),
  ).join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}
