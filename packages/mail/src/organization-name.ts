const LONGEST = 60

/** Dots between the labels of a host name, also those that browsers take for one (UTS #46). */
const DOT = /(?<=\S)[.\u3002\uff0e\uff61](?=\S)/gu
const HOST = /[\p{L}\p{N}\p{M}-][.\u3002\uff0e\uff61][\p{L}\p{M}]{2}|\d+(\.\d+){3}/u

/** Characters that are not seen, and join or direct others. */
const FORMAT = /\p{Cf}/gu

/**
 * An organization's name, which anybody may choose: on one line, of at most 60 characters, and without quotation marks or
 * anything that mail programs link.
 */
export function plainName(name: string): string {
  const words = name.trim().split(/\s+/).map(unlinked).join(' ').replaceAll('"', "'")
  const characters = [...words]
  const isLong = characters.length > LONGEST
  return isLong
    ? `${characters
        .slice(0, LONGEST - 1)
        .join('')
        .trimEnd()}…`
    : words
}

/** Whether a name contains something that mail programs may link. */
export function hasLink(name: string): boolean {
  const seen = name.replaceAll(FORMAT, '')
  return seen.includes('://') || seen.split(/\s+/).some((word) => HOST.test(word))
}

function unlinked(word: string): string {
  if (!hasLink(word)) return word
  return word.replaceAll(FORMAT, '').replaceAll('://', ': // ').replaceAll(DOT, '. ')
}
