import { createHmac, hash, timingSafeEqual } from 'node:crypto'

/** Server secrets with which digests are keyed, by version. New keys use the highest. */
export type Peppers = ReadonlyMap<number, string>

/** HMAC-SHA-256 of a whole key string. It need not be slow, since the secret has 256 bits. */
export function digestOf(keyString: string, pepper: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHmac('sha256', pepper).update(keyString).digest())
}

/** The digest for a new key, under the newest pepper. */
export function newestDigest(keyString: string, peppers: Peppers) {
  const pepperVersion = Math.max(...peppers.keys())
  const pepper = peppers.get(pepperVersion)
  if (pepper === undefined) throw new Error('No key pepper is configured.')
  return { digest: digestOf(keyString, pepper), pepperVersion }
}

const DUMMY = { digest: Buffer.alloc(32), pepperVersion: 0 }

/**
 * Compares a key string with its stored digest, in constant time. Without one (an unknown id) it does the same work on
 * a dummy, so that timing does not reveal which ids exist.
 */
export function digestMatches(
  keyString: string,
  stored: { digest: Uint8Array; pepperVersion: number } | null,
  peppers: Peppers,
): boolean {
  const against = stored ?? DUMMY
  const pepper = peppers.get(against.pepperVersion)
  const digest = digestOf(keyString, pepper ?? 'no such pepper')
  const equal = timingSafeEqual(digest, against.digest)
  return equal && stored !== null && pepper !== undefined
}

/** A stored digest, and the fingerprint of the last string that was proven to be its key's. */
export interface Provable {
  readonly digest: Uint8Array
  readonly pepperVersion: number
  proven: string | null
}

/**
 * Whether this very string was proven before, at the cost of a hash instead of an HMAC. A plain comparison is safe: how
 * far two SHA-256 fingerprints agree reveals nothing about a 256-bit secret.
 */
export function isProven(keyString: string, key: Provable): boolean {
  return key.proven !== null && key.proven === fingerprint(keyString)
}

/** Compares secrets in constant time. */
export function sameText(one: string, other: string): boolean {
  if (one.length !== other.length) return false
  let difference = 0
  for (let i = 0; i < one.length; i += 1) difference |= one.charCodeAt(i) ^ other.charCodeAt(i)
  return difference === 0
}

/** {@link digestMatches}, which remembers a proven string. */
export function provesKey(keyString: string, key: Provable | null, peppers: Peppers): boolean {
  const matches = digestMatches(keyString, key, peppers)
  if (matches && key) key.proven = fingerprint(keyString)
  return matches
}

function fingerprint(keyString: string): string {
  return hash('sha256', keyString, 'base64')
}
