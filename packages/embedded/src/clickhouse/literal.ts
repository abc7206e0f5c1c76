const escapes: Record<string, string> = { '\\': '\\\\', "'": "\\'", '\0': '\\0' }

/** A string as a ClickHouse literal, escaping only the three characters that would end or truncate it. */
export function literal(text: string): string {
  return `'${text.replace(/[\\'\0]/g, (character) => escapes[character] ?? character)}'`
}

/** A database or table name in backquotes. */
export function identifier(name: string): string {
  return `\`${name.replace(/[\\`]/g, '\\$&')}\``
}
