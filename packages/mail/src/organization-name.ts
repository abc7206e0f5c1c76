const LONGEST = 60

/** Dots between the labels of a host name, also those that browsers take for one (UTS #46). */
const DOT = /(?<=\S)[.\u3002\uff0e\uff61](?=\S)/gu
const HOST = /[\p{L}\p{N}-][.\u3002\uff0e\uff61]\p{L}{2}|\d+(\.\d+){3}/u

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
  return name.includes('://') || name.split(/\s+/).some((word) => HOST.test(word))
}

function unlinked(word: string): string {
  return hasLink(word) ? word.replaceAll('://', ': // ').replaceAll(DOT, '. ') : word
}
