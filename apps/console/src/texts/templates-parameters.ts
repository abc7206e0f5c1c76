import { plural } from './plural.ts'

export const texts = {
  notJson: 'must be JSON',
  notBoolean: (cell: string) => `must be yes or no, not “${cell}”`,
  notNumber: (cell: string) => `must be a number, not “${cell}”`,
  lostDigits: (integer: string) => `has ${integer}, which a number cannot hold exactly`,
  lines: 'One per line',
  json: 'JSON',
  remove: 'Remove',
  cell: (column: string, row: number, list: string) => `${column} of row ${row} of ${list}`,
  removeRow: (row: number, list: string) => `Remove row ${row} of ${list}`,
  row: (row: number) => `Row ${row}`,
  cellOf: (row: number, column: string) => `Row ${row}, ${column}`,
  entry: (number: number) => `Entry ${number}`,
  moreFaults: (count: number) => `And ${count} more.`,
  shownRows: (first: number, last: number, count: number) => `Rows ${first} to ${last} of ${count}`,
  previous: 'Previous rows',
  next: 'Next rows',
  /** In an empty field. */
  preset: (value: string) => `Default: ${value}`,
  add: 'Add row',
  pasteOpens: 'Paste rows…',
  paste: {
    title: (list: string) => `Paste rows of ${list}`,
    rows: 'Rows',
    rowsHint: (columns: string) =>
      `Copied from a spreadsheet, with the columns in this order: ${columns}. The first line may name the columns. The pasted rows replace the current ones.`,
    surplus: (row: number, columns: number) =>
      plural(columns, {
        one: `Row ${row} has several cells, but there is only # column.`,
        other: `Row ${row} has more cells than the # columns.`,
      }),
    cancel: 'Cancel',
    action: 'Use rows',
    actionCounted: (count: number) => plural(count, { one: 'Use # row', other: 'Use # rows' }),
  },
}
