import { randomFillSync } from 'node:crypto'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Random bytes that are not used yet: a call for each character takes ten times as long. */
const random = new Uint8Array(4096)
let used = random.length

/** `length` random base62 characters. */
export function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    if (used === random.length) {
      randomFillSync(random)
      used = 0
    }
    // Six bits, of which two values are drawn again: all characters are equally likely.
    text += BASE62[(random[used++] ?? 0) & 63] ?? ''
  }
  return text
}

/** A generated id, for a resource whose caller chose none. */
export function newId(): string {
  return randomBase62(16)
}

/** A whole number below 2^53 in base62, padded to `length` characters. */
export function numberToBase62(number: number, length: number): string {
  let rest = number
  let text = ''
  while (text.length < length) {
    text = BASE62[rest % 62] + text
    rest = Math.floor(rest / 62)
  }
  return text
}

/** Bytes as a big-endian number in base62, padded to `length` characters. */
export function toBase62(bytes: Uint8Array, length: number): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  while (text.length < length) {
    text = BASE62[Number(rest % 62n)] + text
    rest /= 62n
  }
  return text
}

/** Bytewise, as `COLLATE "C"`: the database's own collation may differ. */
export function byId({ id: one }: { readonly id: string }, { id: other }: { readonly id: string }) {
  return one < other ? -1 : 1
}
