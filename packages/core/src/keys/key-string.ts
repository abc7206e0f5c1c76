import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { KeyType } from '@sluice/contract'
import { numberToBase62, randomBase62, toBase62 } from '../resources/ids.ts'

/**
 * The key string: `svcex_<id>_<secret><checksum>` or `svcad_…`. The id (12 base62 characters) is public. The secret is
 * 32 random bytes as 43 characters. The checksum is the CRC-32 of everything before it as 6 characters: it
 * distinguishes a typo from a wrong key without a lookup, and lets scanners find leaked keys.
 */
const prefixes = { External: 'svcex', Admin: 'svcad' } as const satisfies Record<KeyType, string>

const FORM = /^(svcex|svcad)_([0-9A-Za-z]{12})_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/

/** Creates a key string. Besides its digest, it may only go into the one answer that shows it. */
export function mintKeyString(keyType: KeyType): { id: string; keyString: string } {
  const id = randomBase62(12)
  const body = `${prefixes[keyType]}_${id}_${toBase62(randomBytes(32), 43)}`
  return { id, keyString: body + checksum(body) }
}

/** The id in a key string; undefined if the form or the checksum is wrong. */
export function parseKeyString(text: string): { id: string; keyType: KeyType } | undefined {
  const [, prefix, id, , sum] = FORM.exec(text) ?? []
  if (id === undefined || sum !== checksum(text.slice(0, -6))) return undefined
  return { id, keyType: keyTypeOf(prefix) }
}

const LENGTH = 68

/** What is wrong with a text that {@link parseKeyString} rejects. Reveals nothing but its length. */
export function malformation(text: string): string {
  if (FORM.test(text)) return 'X-Api-Key is mistyped: its checksum is wrong. Copy the key again.'
  const begun = Object.values(prefixes).map((prefix) => `${prefix}_`)
  return `X-Api-Key is not a whole key: one has ${LENGTH} characters and begins with ${begun.join(' or ')}. ${text.length} were sent.`
}

/** The key type of a prefix. */
function keyTypeOf(prefix: string | undefined): KeyType {
  return prefix === prefixes.Admin ? 'Admin' : 'External'
}

const START = /^(svcex|svcad)(?:_([0-9A-Za-z]{0,12}))?(?:_(?:\.\.\.|…)?)?$/
const DISPLAY = /^(svcex|svcad)_([0-9A-Za-z]{12})_?(?:\.\.\.|…)([0-9A-Za-z]{1,4})$/

/** Parses the beginning of a key string, or a key's display form; undefined for any other text. */
export function readPublicPart(
  text: string,
): { keyType: KeyType; idStart: string; lastFour: string | undefined } | undefined {
  const [, prefix, idStart = '', lastFour] = DISPLAY.exec(text) ?? START.exec(text) ?? []
  return prefix === undefined ? undefined : { keyType: keyTypeOf(prefix), idStart, lastFour }
}

/** The id in a well-formed key string; arbitrary text for any other. */
export function publicIdIn(keyString: string): string {
  return keyString.slice(6, 18)
}

/**
 * How a key is displayed after its creation: prefix, id and the last four characters. ASCII only, which is faster to
 * send.
 */
export function displayOf(key: { keyType: KeyType; id: string; lastFour: string }): string {
  return `${prefixes[key.keyType]}_${key.id}_...${key.lastFour}`
}

function checksum(body: string): string {
  return numberToBase62(crc32(body), 6)
}
