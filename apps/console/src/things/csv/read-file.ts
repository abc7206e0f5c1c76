import { CsvError, parse } from 'csv-parse/browser/esm/sync'
import { texts } from '#texts/things-csv.tsx'
import { thingCells } from './cells.ts'
import { newId } from './new-id.ts'
import { type Entry, readEntry } from './read-entry.ts'

/** A row of a file. */
export interface Row {
  /** Line number in the file; the header is line 1. */
  readonly line: number
  /** The id in the file, or a new one. It is made once, so that sending the row again does not create another thing. */
  readonly id: string
  readonly entry: Entry
  /** Why the row cannot be imported. */
  readonly faults: readonly string[]
}

interface Line {
  readonly record: string[]
  readonly info: { readonly lines: number }
}

/**
 * Decodes a file.
 *
 * @throws an error for the user if it is not UTF-8: decoding would silently replace letters
 */
export function textOf(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Error(texts.file.notUtf8)
  }
}

/**
 * Parses a CSV file of things.
 *
 * @throws an error for the user if the file as a whole is invalid
 */
export function readFile(text: string): Row[] {
  const [header, ...lines] = linesOf(text)
  if (!header || lines.length === 0) throw new Error(texts.file.noRows)
  const columns = header.record.map((column) => column.trim())
  refuseUnknown(columns)
  const seen = new Map<string, number>()
  return lines.map(({ record, info }) => readRow(columns, record, info.lines, seen))
}

function linesOf(text: string): Line[] {
  const options = { bom: true, info: true, relaxColumnCount: true, skipEmptyLines: true } as const
  try {
    // With `info` each line is an object, which the library's types do not express.
    return parse(text, { ...options, delimiter: delimiterOf(text) }) as unknown as Line[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // An unclosed quote includes the rest of the file, so the line where it opens is unknown.
    if (error.code === 'CSV_QUOTE_NOT_CLOSED') throw new Error(texts.file.openQuote)
    throw new Error(texts.file.strayQuote(Number(error.lines)))
  }
}

/** Detects the separator: in many languages spreadsheets save semicolons. Column names contain no separators. */
function delimiterOf(text: string): string {
  const [header = ''] = text.split('\n', 1)
  return [',', ';', '\t'].find((sign) => header.includes(sign)) ?? ','
}

function readRow(
  columns: string[],
  record: string[],
  line: number,
  seen: Map<string, number>,
): Row {
  const faults: string[] = []
  if (record.length > columns.length) faults.push(texts.rows.moreCells)
  const cells = new Map(columns.map((column, i) => [column, unguarded(record[i] ?? '')]))
  const entry = readEntry(cells, (why) => faults.push(why))
  const earlier = entry.id === undefined ? undefined : seen.get(entry.id)
  if (earlier !== undefined) faults.push(texts.rows.repeated(earlier))
  else if (entry.id !== undefined) seen.set(entry.id, line)
  return { line, id: entry.id ?? newId(), entry, faults }
}

function refuseUnknown(columns: readonly string[]): void {
  const known = (column: string) =>
    thingCells.some((cell) => cell === column) || /^(labels|attributes)\../.test(column)
  const unknown = columns.filter((column) => !known(column))
  if (unknown.length > 0) {
    const names = unknown.map((column) => `“${column}”`).join(', ')
    throw new Error(texts.file.unknownColumns(names, thingCells.join(', ')))
  }
  const twice = columns.find((column, i) => columns.indexOf(column) !== i)
  if (twice) throw new Error(texts.file.repeatedColumn(twice))
}

/** Removes the apostrophe that an export puts before a cell that a spreadsheet would run as a formula. */
function unguarded(cell: string): string {
  return /^'+[=+\-@\t\r\n]/.test(cell) ? cell.slice(1) : cell
}
