/** The first UTF-16 units of a text, without half of a character at the end: the server rejects that. */
export function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
}
