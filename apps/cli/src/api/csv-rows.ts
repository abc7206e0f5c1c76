import { type CsvError, parse } from 'csv-parse'
import { lineFault } from './line-fault.ts'
import { LONGEST } from './lines.ts'

/** A cell. A guarded one is a text, whatever it looks like. */
export interface CsvCell {
  readonly text: string
  readonly isGuarded: boolean
}

/** The cells of a row by the names of their columns, and the line on which it begins. */
export interface CsvRow {
  readonly cells: Record<string, CsvCell>
  readonly line: number
}

/**
 * Reads CSV with a header from pieces of a text. Throws a UsageError at the first row that cannot be read, once those
 * before it were yielded.
 */
export async function* csvRows(text: AsyncIterable<string>): AsyncGenerator<CsvRow, void> {
  const { feed, end } = createParser()
  for await (const piece of text) yield* rowsIn(await feed(piece))
  yield* rowsIn(await end())
}

type Found = CsvRow | { readonly fault: Error }

function* rowsIn(found: readonly Found[]): Generator<CsvRow, void> {
  for (const one of found) {
    if ('fault' in one) throw one.fault
    yield one
  }
}

/** Rows and faults are collected in their order: what the parser's stream emits, its error would overtake. */
function createParser() {
  const found: Found[] = []
  const lines = countLines()
  const parser = parse({
    ...{
      bom: true,
      skip_empty_lines: true,
      skip_records_with_error: true,
      max_record_size: LONGEST,
    },
    columns(header: string[]) {
      const line = lines.pass(header, 0)
      const names = header.map((name) => cellOf(name).text)
      const twice = names.find((name, i) => name !== '' && names.indexOf(name) < i)
      if (twice !== undefined) {
        found.push({ fault: lineFault(line, `has the column ${JSON.stringify(twice)} twice`) })
      }
      return names
    },
    on_record(record: Record<string, string>, { empty_lines }) {
      const line = lines.pass(Object.values(record), empty_lines)
      const cells = Object.entries(record).map(([name, text]) => [name, cellOf(text)])
      found.push({ cells: Object.fromEntries(cells), line })
      return null
    },
    on_skip(error) {
      const { empty_lines } = error as CsvError & { readonly empty_lines: number }
      found.push({ fault: lineFault(lines.next(empty_lines), textOf(error as CsvError)) })
      return undefined
    },
  })
  // Also given to the callbacks below.
  parser.on('error', () => {})
  const done = (work: (callback: (error?: Error | null) => void) => void) =>
    new Promise<Found[]>((resolve, reject) => {
      work((error) => (error ? reject(error) : resolve(found.splice(0))))
    })
  return {
    feed: (piece: string) => done((callback) => parser.write(piece, callback)),
    end: () => done((callback) => parser.end(callback)),
  }
}

/** Takes away the apostrophe that the API's CSV puts before a text that a spreadsheet would run as a formula. */
function cellOf(text: string): CsvCell {
  const isGuarded = /^'+[=+\-@\t\r\n]/.test(text)
  return { text: isGuarded ? text.slice(1) : text, isGuarded }
}

/** On which line a record begins. The parser tells where it ends, and counts each CR LF in a cell twice. */
function countLines() {
  let ended = 0
  let emptyBefore = 0
  const next = (empty: number) => ended + 1 + empty - emptyBefore
  return {
    next,
    /** Passes a record of these cells, before which there were so many empty lines in all. */
    pass(cells: readonly string[], empty: number): number {
      const line = next(empty)
      ended = line + cells.join('').split('\n').length - 1
      emptyBefore = empty
      return line
    },
  }
}

const texts: Partial<Record<string, string>> = {
  CSV_MAX_RECORD_SIZE: `begins a row of more than ${LONGEST} bytes: a quote may be missing`,
  CSV_QUOTE_NOT_CLOSED: 'begins a row with a quote that is not closed',
}

/** Without the parser's own line, which is where it noticed. */
function textOf({ code, message }: CsvError): string {
  return texts[code] ?? message.replace(/ (at|on) line \d+/, '')
}
