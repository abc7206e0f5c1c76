import { losesDigits } from '#form/json.ts'
import type { ListColumn } from './field-kind.ts'
import type { Cell, Row } from './rows.ts'

/** Rows, or the first line that has more cells than columns, such as a comma within a text; its number is from 1. */
interface Pasted {
  readonly rows: readonly Row[]
  readonly surplus: { readonly line: number; readonly columns: number } | undefined
}

/**
 * Parses rows copied from a spreadsheet: one per line, cells separated by tabs, semicolons or commas. If the first
 * line names columns, it sets their order; otherwise they are in the order of the form.
 */
export function pastedRows(text: string, columns: readonly ListColumn[]): Pasted {
  const table = tableOf(text)
  const head = (table[0] ?? []).map((name) => namedBy(name, columns))
  const isNamed = head.every((name) => name !== undefined) && new Set(head).size === head.length
  const order = isNamed ? head : columns.map(({ name }) => name)
  const tooLong = table.findIndex((cells) => cells.length > order.length)
  const rows = (isNamed ? table.slice(1) : table).map((cells, key) => ({
    key,
    cells: Object.fromEntries(
      columns.map((column) => [column.name, cellOf(column, cells[order.indexOf(column.name)])]),
    ),
  }))
  return { rows, surplus: tooLong < 0 ? undefined : { line: tooLong + 1, columns: order.length } }
}

/** Without empty lines, and empty cells at the end of a line. */
function tableOf(text: string): string[][] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const [first = ''] = lines
  const separator = ['\t', ';'].find((mark) => first.includes(mark)) ?? ','
  const table = lines.map((line) => {
    const cells = line.split(separator).map((cell) => cell.trim())
    return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)
  })
  return table.filter((cells) => cells.length > 0)
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
