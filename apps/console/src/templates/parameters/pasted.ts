import { losesDigits } from '#form/json.ts'
import type { ListColumn } from './field-kind.ts'
import type { Cell, Row } from './rows.ts'

/**
 * Parses rows copied from a spreadsheet: one per line, cells separated by tabs, semicolons or commas. If the first
 * line names columns, it sets their order; otherwise they are in the order of the form.
 */
export function pastedRows(text: string, columns: readonly ListColumn[]): Row[] {
  const table = tableOf(text)
  const head = (table[0] ?? []).map((name) => namedBy(name, columns))
  const isNamed = head.every((name) => name !== undefined)
  const order = isNamed ? head : columns.map(({ name }) => name)
  return (isNamed ? table.slice(1) : table).map((cells, key) => ({
    key,
    cells: Object.fromEntries(
      columns.map((column) => [column.name, cellOf(column, cells[order.indexOf(column.name)])]),
    ),
  }))
}

/** The first row with more cells than the list has columns, such as a comma within a text; its number is from 1. */
export function surplusRow(text: string, columns: readonly ListColumn[]): number | undefined {
  const at = tableOf(text).findIndex((cells) => cells.length > columns.length)
  return at < 0 ? undefined : at + 1
}

/** Without empty cells at the end of a line. */
function tableOf(text: string): string[][] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const [first = ''] = lines
  const separator = ['\t', ';'].find((mark) => first.includes(mark)) ?? ','
  return lines.map((line) => {
    const cells = line.split(separator).map((cell) => cell.trim())
    return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)
  })
}

/** The column that a heading names. Its case matters only if columns differ in nothing else. */
function namedBy(heading: string, columns: readonly ListColumn[]): string | undefined {
  const names = columns.map(({ name }) => name)
  const isSame = (name: string) => name.toLowerCase() === heading.toLowerCase()
  return names.includes(heading) ? heading : names.find(isSame)
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
