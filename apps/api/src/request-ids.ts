import { randomBytes } from 'node:crypto'

/** Ids that one prefix is good for. */
const SERIES = 2 ** 32

/** Rounds of Speck32/64, the cipher of 32-bit blocks (Beaulieu et al., 2013). */
const ROUNDS = 22

/** Each byte; toString takes a microsecond for large numbers. */
const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/**
 * Ids of requests: a random part for the process, and a count that is enciphered under a random key. So no id comes twice,
 * and two of them do not tell how many requests of others came between. Calls no cryptography of the system, whose cost
 * every request would bear.
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
 * A permutation of the integers of 32 bits: Speck's rounds, with a random key for each in place of its key schedule.
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
