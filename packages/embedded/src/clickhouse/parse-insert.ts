import { exception } from './exception.ts'
import type { Load } from './load.ts'
import { type Token, tokens } from './tokens.ts'

/**
 * Splits `INSERT INTO t (a) SETTINGS x = 1 FORMAT CSV <rows>` into its parts. Undefined for an INSERT without rows
 * (INSERT ... SELECT, INSERT ... FROM INFILE), which the engine takes unchanged.
 */
export function parseInsert(text: string, bytes: Buffer): Load | undefined {
  let settingsAt: number | undefined
  for (const [token, next] of clauses(text)) {
    const keyword = token.text.toUpperCase()
    if (keyword === 'SETTINGS') settingsAt ??= token.start
    if (keyword === 'SELECT' || keyword === 'WITH' || keyword === 'FROM') return withoutRows(text)
    const named = keyword === 'FORMAT' && next?.word
    if (!named && keyword !== 'VALUES') continue
    return {
      kind: 'load',
      target: bytes.toString('utf8', 0, settingsAt ?? token.start).trim(),
      settings: bytes.toString('utf8', settingsAt ?? token.start, token.start).trim(),
      format: named ? next.text : 'Values',
      inline: inlineRows(bytes, named ? next.end : token.end),
    }
  }
  return undefined
}

/** The words after the table's name, outside brackets, each with the following token. */
function* clauses(text: string): Generator<[Token, Token | undefined]> {
  let before: Token | undefined
  let pending: Token | undefined
  for (const token of tokens(text)) {
    if (pending) yield [pending, token]
    pending = token.word && token.depth === 0 && !isName(before) ? token : undefined
    before = token
  }
  if (pending) yield [pending, undefined]
}

/** The next token is a name, which may look like a keyword: INSERT INTO values. */
function isName(before: Token | undefined): boolean {
  return (
    before !== undefined && ['INTO', 'TABLE', 'FUNCTION', '.'].includes(before.text.toUpperCase())
  )
}

/** For `SELECT ... FROM input()`, the engine would read a file, write nothing and report success. */
function withoutRows(text: string): undefined {
  let before = ''
  for (const token of tokens(text)) {
    if (token.text === '(' && before === 'INPUT') {
      throw exception(
        'NOT_IMPLEMENTED',
        'INSERT ... SELECT ... FROM input() is not supported here.',
      )
    }
    before = token.text.toUpperCase()
  }
  return undefined
}

/** As in ClickHouse, spaces and one line break after the format's name are not data. */
function inlineRows(bytes: Buffer, from: number): Buffer {
  const head = bytes.toString('latin1', from, from + 1024)
  const blanks = /^[ \t\r]*\n?/.exec(head)?.[0].length ?? 0
  const rows = bytes.subarray(from + blanks)
  return /^[\s;]*$/.test(rows.toString('latin1', 0, 1024)) && rows.length < 1024
    ? rows.subarray(0, 0)
    : rows
}
