/** A word or a single other character of SQL; `depth` counts the surrounding brackets. */
export type Token = { text: string; word: boolean; start: number; end: number; depth: number }

const skipped = /(?:\s+|--[^\n]*|#[ !][^\n]*|\/\*[\s\S]*?\*\/)/y
const quoted = [
  /'[^'\\]*(?:(?:\\[\s\S]|'')[^'\\]*)*'/y,
  /"[^"\\]*(?:(?:\\[\s\S]|"")[^"\\]*)*"/y,
  /`[^`\\]*(?:(?:\\[\s\S]|``)[^`\\]*)*`/y,
  /\$(\w*)\$[\s\S]*?\$\1\$/y,
]
const word = /[A-Za-z_][\w$]*/y
const number = /\d[\w.]*/y

/**
 * The tokens of ClickHouse SQL outside comments, lazily, so that a caller can stop where an INSERT's data begins. A
 * quoted piece is one token. Text that is not SQL yields meaningless tokens but never an error: that is left to the
 * engine's parser.
 */
export function* tokens(sql: string): Generator<Token> {
  let depth = 0
  let at = 0
  for (;;) {
    at = skip(sql, at)
    if (at >= sql.length) return
    const isWord = endOf(word, sql, at)
    const end = isWord ?? endOf(number, sql, at) ?? endOfQuoted(sql, at) ?? at + 1
    const text = sql.slice(at, end)
    if (')]}'.includes(text)) depth -= 1
    yield { text, word: isWord !== undefined, start: at, end, depth }
    if ('([{'.includes(text)) depth += 1
    at = end
  }
}

function skip(sql: string, from: number): number {
  let at = from
  for (;;) {
    const end = endOf(skipped, sql, at)
    if (end === undefined) return at
    at = end
  }
}

function endOfQuoted(sql: string, at: number): number | undefined {
  for (const pattern of quoted) {
    const end = endOf(pattern, sql, at)
    if (end !== undefined) return end
  }
  return undefined
}

function endOf(pattern: RegExp, sql: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(sql) ? pattern.lastIndex : undefined
}
