import { innermost, shapeOf } from '@sluice/contract'
import { atOnce, Utf8, weightOf } from '@sluice/runtime'
import type { z } from 'zod'

/**
 * A page as CSV (RFC 4180): a header line, then one line per item. Nested objects become dotted columns. A value
 * without fixed fields becomes JSON in its cell.
 *
 * @param schema of the page
 * @param fields the projection of the page, if any, to which the columns are restricted
 */
export function csvOfPage(
  schema: z.ZodType,
  page: { readonly items: readonly unknown[] },
  fields: string | undefined,
): string {
  return textOf(atOnce(longCsvOfPage(schema, page, fields)))
}

/** {@link csvOfPage} in UTF-8, yielding now and then. */
export function longCsvOfPage(
  schema: z.ZodType,
  page: { readonly items: readonly unknown[] },
  fields: string | undefined,
): Generator<void, Uint8Array<ArrayBuffer>> {
  const wanted = fields?.split(',').map((field) => field.trim())
  const columns = columnsOf(shapeOf(schema)?.items).filter((column) => isWanted(column, wanted))
  const { items } = page
  return longCsvOfLines(
    columns.map((column) => column.join('.')),
    items.length,
    (at) => columns.map((column) => valueAt(items[at], column)),
  )
}

/** The weight of cells written between two yields. */
const WEIGHT_PER_YIELD = 256

/** A header and this many lines in UTF-8, yielding now and then. */
export function* longCsvOfLines(
  header: readonly unknown[],
  lines: number,
  lineOf: (at: number) => readonly unknown[],
): Generator<void, Uint8Array<ArrayBuffer>> {
  const out = new Utf8()
  let text = csvOfLines([header])
  let room = WEIGHT_PER_YIELD
  for (let at = 0; at < lines; at += 1) {
    let before = ''
    for (const cell of lineOf(at)) {
      const own = written(cell)
      text += before + own
      before = ','
      room -= weightOf(own)
      if (room > 0) continue
      out.add(text)
      text = ''
      room = WEIGHT_PER_YIELD
      yield
    }
    text += LINE_END
  }
  out.add(text)
  return yield* out.bytes()
}

export function textOf(utf8: Uint8Array): string {
  return Buffer.from(utf8.buffer, utf8.byteOffset, utf8.byteLength).toString()
}

/**
 * Lines of cells as CSV. Neutralizes formulas, and quotes where needed. An empty text is quoted, to distinguish it from
 * no value.
 */
export function csvOfLines(lines: readonly (readonly unknown[])[]): string {
  return lines.map((cells) => cells.map(written).join(',') + LINE_END).join('')
}

const LINE_END = '\r\n'

function written(cell: unknown): string {
  return cell === '' ? '""' : quoted(cellOf(cell))
}

type Column = readonly string[]

function columnsOf(schema: z.ZodType | undefined, path: Column = []): Column[] {
  const shape = schema && shapeOf(innermost(schema))
  if (!shape) return [path]
  return Object.entries(shape).flatMap(([name, member]) => columnsOf(member, [...path, name]))
}

function isWanted(column: Column, wanted: readonly string[] | undefined): boolean {
  if (!wanted) return true
  const name = column.join('.')
  return wanted.some((field) => name === field || name.startsWith(`${field}.`))
}

function valueAt(item: unknown, column: Column): unknown {
  return column.reduce<unknown>((value, step) => (value as Record<string, unknown>)?.[step], item)
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return harmless(value)
  if (typeof value === 'object') return JSON.stringify(value)
  // As in JSON, which lacks these numbers.
  if (typeof value === 'number' && !Number.isFinite(value)) return ''
  return Object.is(value, -0) ? '-0' : String(value)
}

/**
 * A spreadsheet runs a text that begins like a formula; after an apostrophe it shows it. One more apostrophe before texts
 * that begin like that themselves lets readers take one away.
 */
function harmless(text: string): string {
  return /^'*[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
}

function quoted(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
