/** Control characters, and the signs that break lines or turn the direction of writing. */
const unprintable = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/**
 * A text in which nothing is left that could break a line, move a cursor or hide what follows: such characters are
 * written as `\u{1b}`. For messages that quote what a caller sent.
 */
export function printable(text: string): string {
  return text.replace(unprintable, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`)
}
