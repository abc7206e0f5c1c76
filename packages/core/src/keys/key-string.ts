import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { KeyType } from '@sluice/contract'
import { numberToBase62, randomBase62, toBase62 } from '../resources/ids.ts'

/**
 * The key string: `svcex_<id>_<secret><checksum>` or `svcad_…`. The id (12 base62 characters) is public.
 * The secret is 32 random bytes as 43 characters. The checksum is the CRC-32 of all before it as 6
 * characters: it tells a typo from a wrong key without a lookup, and lets scanners find leaked keys.
 */
const prefixes = { External: 'svcex', Admin: 'svcad' } as const satisfies Record<KeyType, string>

const FORM = /^(svcex|svcad)_([0-9A-Za-z]{12})_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/

/** Makes a key string. The only other place it may go is the answer that shows it once. */
export function mintKeyString(keyType: KeyType): { id: string; keyString: string } {
  const id = randomBase62(12)
  const body = `${prefixes[keyType]}_${id}_${toBase62(randomBytes(32), 43)}`
  return { id, keyString: body + checksum(body) }
}

/** Reads the id out of a key string; undefined when the form or the checksum is wrong. */
export function parseKeyString(text: string): { id: string; keyType: KeyType } | undefined {
  const [, prefix, id, , sum] = FORM.exec(text) ?? []
  if (id === undefined || sum !== checksum(text.slice(0, -6))) return undefined
  return { id, keyType: keyTypeOf(prefix) }
}

const LENGTH = 68

/** What is wrong with a text that {@link parseKeyString} does not read. It tells nothing of the text but its length. */
export function malformation(text: string): string {
  if (FORM.test(text)) return 'X-Api-Key is mistyped: its checksum is wrong. Copy the key again.'
  const begun = Object.values(prefixes).map((prefix) => `${prefix}_`)
  return `X-Api-Key is not a whole key: one has ${LENGTH} characters and begins with ${begun.join(' or ')}. ${text.length} were sent.`
}

/** The type of the keys that begin so. */
function keyTypeOf(prefix: string | undefined): KeyType {
  return prefix === prefixes.Admin ? 'Admin' : 'External'
}

const START = /^(svcex|svcad)(?:_([0-9A-Za-z]{0,12}))?(?:_(?:\.\.\.|…)?)?$/
const DISPLAY = /^(svcex|svcad)_([0-9A-Za-z]{12})_?(?:\.\.\.|…)([0-9A-Za-z]{1,4})$/

/** What a text says of a key that is the start of a key string, or how one is displayed; undefined for any other text. */
export function readPublicPart(
  text: string,
): { keyType: KeyType; idStart: string; lastFour: string | undefined } | undefined {
  const [, prefix, idStart = '', lastFour] = DISPLAY.exec(text) ?? START.exec(text) ?? []
  return prefix === undefined ? undefined : { keyType: keyTypeOf(prefix), idStart, lastFour }
}

/** Where a well-formed key string has its id; of any other, some text. */
export function publicIdIn(keyString: string): string {
  return keyString.slice(6, 18)
}

/**
 * How a key is shown after its creation: prefix, id and the last four characters. ASCII only, which is
 * quicker to send.
 */
export function displayOf(key: { keyType: KeyType; id: string; lastFour: string }): string {
  return `${prefixes[key.keyType]}_${key.id}_...${key.lastFour}`
}

function checksum(body: string): string {
  return numberToBase62(crc32(body), 6)
}
