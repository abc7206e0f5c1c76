import { innermost, shapeOf } from '@sluice/contract'
import type { z } from 'zod'

/**
 * A page as CSV (RFC 4180): a header line, then one line an item. Nested objects become dotted columns. A
 * value without fixed fields becomes JSON in its cell.
 *
 * @param schema of the page
 * @param fields the projection that the page was asked with, if any: the columns are cut down to it
 */
export function csvOfPage(
  schema: z.ZodType,
  page: { readonly items: readonly unknown[] },
  fields: string | undefined,
): string {
  const wanted = fields?.split(',').map((field) => field.trim())
  const columns = columnsOf(shapeOf(schema)?.items).filter((column) => isWanted(column, wanted))
  const lines = page.items.map((item) => columns.map((column) => valueAt(item, column)))
  return csvOfLines([columns.map((column) => column.join('.')), ...lines])
}

/** Lines of cells as CSV: what a spreadsheet would run is made harmless, and what needs quotes has them. */
export function csvOfLines(lines: readonly (readonly unknown[])[]): string {
  return lines.map((cells) => `${cells.map((cell) => quoted(cellOf(cell))).join(',')}\r\n`).join('')
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
  return Object.is(value, -0) ? '-0' : String(value)
}

/** A spreadsheet runs a text that begins like a formula; after an apostrophe it shows it. */
function harmless(text: string): string {
  return /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
}

function quoted(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
