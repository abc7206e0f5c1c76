import { randomBytes } from 'node:crypto'

/** Ids per prefix. */
const SERIES = 2 ** 32

/** Rounds of Speck32/64, a cipher with 32-bit blocks (Beaulieu et al., 2013). */
const ROUNDS = 22

/** By byte; toString takes a microsecond for large numbers. */
const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/**
 * Ids of requests: a random part for the process, and a counter enciphered with a random key. So ids are unique, and
 * two of them do not reveal how many requests came between. Avoids system cryptography, which would cost too much for
 * every request.
 */
export function requestIds(): () => string {
  let [prefix, keys, count] = begin()
  return () => {
    if (count === SERIES) [prefix, keys, count] = begin()
    const mixed = encipher(count, keys)
    count += 1
    return `${prefix}-${hex[mixed >>> 24]}${hex[(mixed >>> 16) & 255]}${hex[(mixed >>> 8) & 255]}${hex[mixed & 255]}`
  }
}

function begin(): [prefix: string, keys: Uint16Array, count: number] {
  const keys = new Uint16Array(ROUNDS)
  const bytes = randomBytes(keys.byteLength)
  for (let i = 0; i < ROUNDS; i += 1) keys[i] = bytes.readUInt16LE(2 * i)
  return [randomBytes(9).toString('base64url'), keys, 0]
}

/**
 * A permutation of 32-bit integers: Speck's rounds, with random round keys in place of its key schedule.
 *
 * @param keys 22 of 16 bits
 */
export function encipher(block: number, keys: Uint16Array): number {
  let x = block >>> 16
  let y = block & 0xffff
  // An iterator would take longer than the cipher.
  for (let i = 0; i < ROUNDS; i += 1) {
    x = ((((x >>> 7) | (x << 9)) + y) & 0xffff) ^ (keys[i] ?? 0)
    y = (((y << 2) | (y >>> 14)) & 0xffff) ^ x
  }
  return ((x << 16) | y) >>> 0
}
