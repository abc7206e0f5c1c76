import type { SampleValue } from '@sluice/contract'
import { parse } from 'csv-parse'
import { UsageError } from '../usage-error.ts'

/** Values of a thing at one time, and the line that they stood in. */
export interface Frame {
  readonly thingId: string
  /** Undefined: now. */
  readonly timestamp: string | number | undefined
  readonly values: Record<string, SampleValue>
  readonly line: number
}

export type FrameFormat = 'jsonl' | 'csv'

/**
 * Reads frames from lines. JSON: `{"thingId", "timestamp", "values"}` in each. CSV: a header with `thingId`, `timestamp`
 * and metric keys, as the API's CSV has them; empty cells are no samples, and numbers, `true` and `false` are what they look like.
 *
 * @param thing the thing of lines that name none
 * @throws UsageError that names the line, once those before it were yielded
 */
export function framesOf(
  lines: AsyncIterable<string>,
  format: FrameFormat,
  thing: string | undefined,
): AsyncGenerator<Frame, void> {
  return format === 'csv' ? fromCsv(lines, thing) : fromJson(lines, thing)
}

async function* fromJson(lines: AsyncIterable<string>, thing: string | undefined) {
  let line = 0
  for await (const text of lines) {
    line += 1
    if (text.trim() === '') continue
    const { thingId = thing, timestamp, values } = objectIn(text, line)
    if (typeof thingId !== 'string') throw fault(line, 'has no thingId, and there is no --thing')
    if (typeof values !== 'object' || values === null) throw fault(line, 'has no values')
    yield { thingId, timestamp, values, line } as Frame
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
  throw fault(line, 'is no JSON object')
}

async function* fromCsv(lines: AsyncIterable<string>, thing: string | undefined) {
  const parser = parse({ columns: true, bom: true, info: true, skip_empty_lines: true })
  const rows = parser as AsyncIterable<{ info: { lines: number }; record: Record<string, string> }>
  void feed(parser, lines)
  try {
    for await (const { info, record } of rows) yield frameOf(record, info.lines, thing)
  } catch (error) {
    const { code, lines: line } = error as { code?: string; lines?: number }
    if (code?.startsWith('CSV_')) throw fault(line ?? 0, (error as Error).message)
    throw error
  }
}

/** Writes lines as fast as they are read. */
async function feed(parser: ReturnType<typeof parse>, lines: AsyncIterable<string>) {
  try {
    for await (const line of lines) {
      if (!parser.write(`${line}\n`)) await new Promise((resolve) => parser.once('drain', resolve))
    }
    parser.end()
  } catch (error) {
    parser.destroy(error as Error)
  }
}

/** What the service puts before a metric that is called like another column of its CSV. */
const OF_METRIC = /^metric:/

function frameOf(record: Record<string, string>, line: number, thing: string | undefined): Frame {
  const { thingId = thing, timestamp, ...cells } = record
  if (!thingId) throw fault(line, 'has no thingId, and there is no --thing')
  const values = Object.entries(cells).flatMap(([key, cell]) =>
    cell === '' ? [] : [[key.replace(OF_METRIC, ''), valueOfCell(cell)] as const],
  )
  const isEpoch = timestamp !== undefined && /^-?\d+$/.test(timestamp)
  const time = isEpoch ? Number(timestamp) : timestamp || undefined
  return { thingId, timestamp: time, values: Object.fromEntries(values), line }
}

function valueOfCell(cell: string): SampleValue {
  if (cell === 'true' || cell === 'false') return cell === 'true'
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(cell) ? Number(cell) : cell
}

function fault(line: number, what: string): UsageError {
  return new UsageError(`Line ${line} ${what}. The lines before it were sent.`)
}
