import { ingestLimits } from '@sluice/contract'
import { textOf } from '@sluice/runtime'
import { type EpochUnit, timestampOf } from '../epoch-times.ts'
import type { Faults } from '../faults.ts'
import { LineFault, LineProtocol, type Point } from '../lines/line-protocol.ts'
import { type NamedFrame, readFrames } from './frames.ts'
import { type Reading, ThingIds } from './reading.ts'

/** What the points of a line protocol become. */
export interface LineMapping {
  /** The unit of their times. */
  readonly precision: EpochUnit
  /** Tags that name a point's thing: the first that it has. */
  readonly thing: readonly string[]
  /** A metric's key, in which `{measurement}` and `{field}` stand for those of the point. */
  readonly metric: string
}

/** Lines as long as they may be then take a few milliseconds. */
const LINES_A_YIELD = 8

/** Looks at a body of lines, each of which becomes a frame of one thing. */
export function* readingOfLines(
  body: unknown,
  faults: Faults,
  mapping: LineMapping,
  now: Date,
): Generator<void, Reading> {
  const ids = new ThingIds(faults)
  const frames = new Map<number, NamedFrame>()
  const samples = new Map<string, number>()
  let unnamed = 0
  let points = 0
  const lines = new LineProtocol(yield* readText(body, faults))
  for (let kind = lines.next(); kind; kind = lines.next()) {
    if (lines.line % LINES_A_YIELD === 0) yield
    if (kind === 'nothing') continue
    points += 1
    if (points > ingestLimits.frames) {
      faults.refuse(
        `must have at most ${ingestLimits.frames} lines; split it into several calls`,
        'body',
      )
      break
    }
    const { line } = lines
    const point = readPoint(lines, faults)
    const thingId = point && idOf(point, mapping, faults, line)
    if (!point || thingId === undefined || !ids.take(thingId, 'body', line)) {
      unnamed += point?.fields.size ?? 1
      continue
    }
    if (ids.overflow('body')) break
    frames.set(line, frameOf(thingId, point, mapping, now))
    samples.set(thingId, (samples.get(thingId) ?? 0) + point.fields.size)
  }
  if (points === 0 && faults.count === 0) faults.refuse('must hold a line', 'body')
  return {
    things: ids.all,
    read: (parts) => readFrames(parts, { at: ['body'], frames, samples, unnamed }),
  }
}

function* readText(body: unknown, faults: Faults): Generator<void, string> {
  try {
    return yield* textOf(body instanceof Buffer ? body : Buffer.alloc(0))
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    faults.refuse('is not UTF-8', 'body')
    return ''
  }
}

/** Undefined, and a fault, for a line that is no point. */
function readPoint(lines: LineProtocol, faults: Faults): Point | undefined {
  const { line } = lines
  try {
    return lines.read()
  } catch (error) {
    if (!(error instanceof LineFault)) throw error
    faults.add(error.message, 'body', line)
    lines.passLine()
    return undefined
  }
}

function idOf(
  { tags }: Point,
  { thing }: LineMapping,
  faults: Faults,
  line: number,
): string | undefined {
  for (const tag of thing) {
    const id = tags.get(tag)
    if (id !== undefined) return id
  }
  faults.add(
    `has no tag ${thing.join(' or ')}, which names its thing; say which does by ?thing=`,
    'body',
    line,
  )
  return undefined
}

/** In one pass: a measurement may be named like a place. */
const PLACES = /\{measurement\}|\{field\}/g

function frameOf(
  thingId: string,
  { measurement, fields, time }: Point,
  { metric, precision }: LineMapping,
  now: Date,
): NamedFrame {
  const values = Array.from(fields, ([field, value]) => {
    const key = metric.replace(PLACES, (place) => (place === '{field}' ? field : measurement))
    return [key, value] as const
  })
  const timestamp = time === undefined ? now.getTime() : timestampOf(time, precision)
  return { thingId, timestamp, values: Object.fromEntries(values) }
}
