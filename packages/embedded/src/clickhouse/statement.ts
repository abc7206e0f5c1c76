import { exception } from './exception.ts'
import type { Load } from './load.ts'
import { parseInsert } from './parse-insert.ts'
import { type Token, tokens } from './tokens.ts'

/** An SQL statement, parsed as far as serving it requires. */
export type Statement =
  | { kind: 'read'; sql: string; format: string | undefined }
  | { kind: 'insert'; sql: string }
  | { kind: 'other'; sql: string }
  | Load

const reads = new Set('SELECT WITH FROM SHOW DESCRIBE DESC EXISTS EXPLAIN CHECK ('.split(' '))

/**
 * Parses one statement from the bytes of a query.
 *
 * @throws ClickHouseException if it is empty or has several statements, which ClickHouse's HTTP interface refuses, too.
 */
export function parseStatement(bytes: Buffer): Statement {
  // One character per byte: offsets apply to both, and rows in binary formats stay unchanged.
  const text = bytes.toString('latin1')
  const first = tokens(text).next().value
  if (!first || first.text === ';') throw exception('SYNTAX_ERROR', 'Empty query.')
  const keyword = first.text.toUpperCase()
  if (keyword === 'INSERT') {
    const load = parseInsert(text, bytes)
    if (load) return load
  }
  const only = onlyStatement([...tokens(text)])
  const sql = bytes.toString('utf8', first.start, only.at(-1)?.end)
  if (keyword === 'INSERT') return { kind: 'insert', sql }
  if (!reads.has(keyword)) return { kind: 'other', sql }
  return { kind: 'read', sql, format: formatClause(only) }
}

/** The tokens of the only statement, without trailing semicolons. */
function onlyStatement(all: Token[]): Token[] {
  const end = all.findIndex(({ text }) => text === ';')
  if (end === -1) return all
  if (all.slice(end).every(({ text }) => text === ';')) return all.slice(0, end)
  throw exception('SYNTAX_ERROR', 'Syntax error: multi-statements are not allowed.')
}

/** The X of a trailing `FORMAT X`. Only the answer's headers depend on it: the engine parses it itself. */
function formatClause(statement: Token[]): string | undefined {
  const index = statement.findLastIndex(
    ({ text, depth }) => depth === 0 && text.toUpperCase() === 'FORMAT',
  )
  if (index === -1) return undefined
  const [, name, after] = statement.slice(index)
  const closing = after === undefined || after.text.toUpperCase() === 'SETTINGS'
  return name?.word && closing ? name.text : undefined
}
