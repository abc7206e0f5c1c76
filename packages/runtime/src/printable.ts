/** Control characters, line separators and bidirectional controls. */
const unprintable = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/**
 * Escapes characters that could break a line, move a cursor or hide text, as in `\u{1b}`. For messages that quote a
 * caller.
 */
export function printable(text: string): string {
  return text.replace(unprintable, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`)
}
