import type { SampleValue } from '@sluice/contract'
import { type CsvCell, type CsvRow, csvRows } from './csv-rows.ts'
import { lineFault } from './line-fault.ts'
import { linesOf } from './lines.ts'

/** Values of a thing at one time. */
export interface Frame {
  readonly thingId: string
  /** Undefined: now. */
  readonly timestamp: string | number | undefined
  readonly values: Record<string, SampleValue>
}

export type FrameFormat = 'jsonl' | 'csv'

/**
 * Reads frames from a text in pieces. JSON: `{"thingId", "timestamp", "values"}` in each line. CSV: a header with `thingId`, `timestamp`
 * and metric keys, as the API's CSV has them; empty cells are no samples, and numbers, `true`
 * and `false` are what they look like, but texts after the API's apostrophe.
 *
 * @param thing the thing of lines that name none
 * @throws UsageError that names the line, once those before it were yielded
 */
export function framesOf(
  text: AsyncIterable<string>,
  format: FrameFormat,
  thing: string | undefined,
): AsyncGenerator<Frame, void> {
  return format === 'csv' ? fromCsv(text, thing) : fromJson(text, thing)
}

async function* fromJson(pieces: AsyncIterable<string>, thing: string | undefined) {
  let line = 0
  for await (const whole of linesOf(pieces)) {
    line += 1
    // Also takes a byte order mark away.
    const text = whole.trim()
    if (text === '') continue
    const { thingId = thing, timestamp, values } = objectIn(text, line)
    if (typeof thingId !== 'string')
      throw lineFault(line, 'has no thingId, and there is no --thing')
    if (typeof values !== 'object' || values === null || Array.isArray(values)) {
      throw lineFault(line, 'has no values')
    }
    yield { thingId, timestamp, values } as Frame
  }
}

function objectIn(text: string, line: number): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
      return parsed as Record<string, unknown>
    }
  } catch {
    // Told below.
  }
  throw lineFault(line, 'is no JSON object')
}

async function* fromCsv(text: AsyncIterable<string>, thing: string | undefined) {
  for await (const { cells, line } of csvRows(text)) yield frameOf(cells, line, thing)
}

/** What the service puts before a metric that is called like another column of its CSV. */
const OF_METRIC = /^metric:/

function frameOf(row: CsvRow['cells'], line: number, thing: string | undefined): Frame {
  const { thingId, timestamp, ...cells } = row
  const of = thingId?.text ?? thing
  if (!of) throw lineFault(line, 'has no thingId, and there is no --thing')
  const values = Object.entries(cells).flatMap(([key, cell]) =>
    cell.text === '' ? [] : [[key.replace(OF_METRIC, ''), valueOfCell(cell)] as const],
  )
  return { thingId: of, timestamp: timeOf(timestamp), values: Object.fromEntries(values) }
}

function timeOf(cell: CsvCell | undefined): string | number | undefined {
  if (cell && /^-?\d+$/.test(cell.text)) return Number(cell.text)
  return cell?.text || undefined
}

function valueOfCell({ text, isGuarded }: CsvCell): SampleValue {
  if (isGuarded) return text
  if (text === 'true' || text === 'false') return text === 'true'
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : text
}
