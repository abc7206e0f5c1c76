/** A cell that is not quoted, and one that is; then what ends it. */
const CELL = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n|$)/y

/** A cell of CSV (RFC 4180). An empty text is quoted, and a value that is not there is not. */
export interface CsvCell {
  readonly text: string
  readonly isQuoted: boolean
}

/** The lines of a table. Throws where it is malformed. */
export function csvLines(text: string): readonly (readonly CsvCell[])[] {
  const form = new RegExp(CELL)
  const lines: CsvCell[][] = []
  for (let line: CsvCell[] = []; form.lastIndex < text.length; ) {
    const at = form.lastIndex
    const [, cell, end] = form.exec(text) ?? []
    if (cell === undefined) throw new Error(`No CSV: ${text.slice(at, at + 80)}`)
    const isQuoted = cell.startsWith('"')
    line.push({ isQuoted, text: isQuoted ? cell.slice(1, -1).replaceAll('""', '"') : cell })
    if (end === ',' && form.lastIndex < text.length) continue
    if (end === ',') line.push({ isQuoted: false, text: '' })
    lines.push(line)
    line = []
  }
  return lines
}

/** A text as it was sent: an apostrophe hides what a spreadsheet would run. Without one it is not what was sent, but wrong. */
export function plainText(text: string): string {
  const [, guard] = /^('*)[=+\-@\t\r\n]/.exec(text) ?? []
  if (guard === '') return `unguarded ${text}`
  return guard ? text.slice(1) : text
}
