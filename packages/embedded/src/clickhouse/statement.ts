import { exception } from './exception.ts'
import { parseInsert } from './parse-insert.ts'
import { tokens } from './tokens.ts'

/** An INSERT that brings rows with it, cut where the engine wants to be told of a file instead. */
export type Load = {
  kind: 'load'
  /** `INSERT INTO t (a, b)` */
  target: string
  /** `SETTINGS x = 1`, or nothing. */
  settings: string
  format: string
  /** Rows that stand in the statement itself, ahead of those in the request's body. */
  inline: Buffer
}

/** One SQL statement, told apart as far as serving it needs. */
export type Statement =
  | { kind: 'read'; sql: string; format: string | undefined }
  | { kind: 'insert'; sql: string }
  | { kind: 'other'; sql: string }
  | Load

const reads = new Set('SELECT WITH FROM SHOW DESCRIBE DESC EXISTS EXPLAIN CHECK ('.split(' '))

/**
 * Parses one statement from the bytes of a query.
 *
 * @throws ClickHouseException when it is empty or holds several statements, which ClickHouse's HTTP
 *   interface refuses too.
 */
export function parseStatement(bytes: Buffer): Statement {
  // One character a byte: offsets hold in both, and rows in binary formats stay what they are.
  const text = bytes.toString('latin1')
  const first = tokens(text).next().value
  if (!first) throw exception('SYNTAX_ERROR', 'Empty query.')
  const keyword = first.text.toUpperCase()
  if (keyword === 'INSERT') {
    const load = parseInsert(text, bytes)
    if (load) return load
  }
  const end = endOfOnly(text)
  const sql = bytes.toString('utf8', first.start, end)
  if (keyword === 'INSERT') return { kind: 'insert', sql }
  if (!reads.has(keyword)) return { kind: 'other', sql }
  return { kind: 'read', sql, format: formatClause(text.slice(0, end)) }
}

/** Where the only statement ends, its semicolon left out. */
function endOfOnly(text: string): number {
  let end: number | undefined
  for (const token of tokens(text)) {
    if (token.text === ';') end ??= token.start
    else if (end !== undefined) {
      throw exception('SYNTAX_ERROR', 'Syntax error: multi-statements are not allowed.')
    }
  }
  return end ?? text.length
}

/** The X of a closing `FORMAT X`. Only the answer's headers depend on it: the engine reads it itself. */
function formatClause(text: string): string | undefined {
  let format: string | undefined
  let previous: string | undefined
  for (const token of tokens(text)) {
    if (token.depth === 0 && token.word && previous === 'FORMAT') format = token.text
    previous = token.depth === 0 ? token.text.toUpperCase() : undefined
  }
  return format
}
