import { losesDigits } from '#form/json.ts'
import type { ListColumn } from './field-kind.ts'
import type { Cell, Row } from './rows.ts'

/**
 * Parses rows copied from a spreadsheet: one per line, cells separated by tabs, semicolons or commas. If the first
 * line names columns, it sets their order; otherwise they are in the order of the form.
 */
export function pastedRows(text: string, columns: readonly ListColumn[]): Row[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const [first = ''] = lines
  const separator = ['\t', ';'].find((mark) => first.includes(mark)) ?? ','
  const table = lines.map((line) => line.split(separator).map((cell) => cell.trim()))
  const head = table[0] ?? []
  const isNamed = head.every((name) => columns.some((column) => column.name === name))
  const order = isNamed ? head : columns.map(({ name }) => name)
  return (isNamed ? table.slice(1) : table).map((cells, key) => ({
    key,
    cells: Object.fromEntries(
      columns.map((column) => [column.name, cellOf(column, cells[order.indexOf(column.name)])]),
    ),
  }))
}

const booleans = new Map([
  ...['true', 'yes', '1'].map((word) => [word, true] as const),
  ...['false', 'no', '0', ''].map((word) => [word, false] as const),
])

/** Keeps a text that the column cannot hold, so that it is reported instead of lost. */
function cellOf({ type }: ListColumn, text = ''): Cell {
  if (type === 'boolean') return booleans.get(text.toLowerCase()) ?? text
  if (type === 'text' || text === '' || losesDigits(text)) return text
  const number = Number(text)
  return Number.isFinite(number) ? number : text
}
