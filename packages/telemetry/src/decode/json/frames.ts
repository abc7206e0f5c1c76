import { ingestLimits } from '@sluice/contract'
import { JsonBody, microsOf } from '@sluice/runtime'
import type { Faults, Path } from '../faults.ts'
import { Intake, isObject } from '../intake.ts'
import { type Rules, timeFault, unknownDetail } from '../rules.ts'
import { scanFrames } from './frame-scan.ts'

/** Bytes. Parsing a smaller body costs less than setting up the scanner. */
const WORTH_SCANNING = 1_024

/** Reads a body of one frame, or of `{frames}`, parsed or not, in one pass. */
export function readFrames(body: unknown, rules: Rules): Intake {
  if (!(body instanceof JsonBody)) return readParsed(body, rules)
  const scanned = body.bytes.length < WORTH_SCANNING ? undefined : scanFrames(body.bytes, rules)
  return scanned ?? readParsed(body.parse(), rules)
}

function readParsed(body: unknown, rules: Rules): Intake {
  if (!isObject(body) || !('frames' in body)) {
    const intake = new Intake(rules, rules.metrics.size)
    readFrame(intake, body, ['body'], fields)
    return intake
  }
  const { frames } = body
  const size = Array.isArray(frames) ? frames.length : 0
  const intake = new Intake(rules, size * rules.metrics.size)
  for (const key in body) {
    if (key === 'frames') continue
    intake.faults.refuse('is not a field here: expected frames alone', 'body', key)
  }
  for (const [i, frame] of listOf(frames, intake.faults).entries()) {
    readFrame(intake, frame, ['body', 'frames', i], fields)
    if (intake.overflows()) break
  }
  return intake
}

function listOf(frames: unknown, faults: Faults): readonly unknown[] {
  if (!Array.isArray(frames)) {
    faults.refuse('must be an array of frames', 'body', 'frames')
    return []
  }
  if (frames.length === 0) faults.refuse('must hold a frame', 'body', 'frames')
  if (frames.length <= ingestLimits.frames) return frames
  const detail = `must have at most ${ingestLimits.frames} frames, not ${frames.length}; split it into several calls`
  faults.refuse(detail, 'body', 'frames')
  return []
}

const fields: readonly string[] = ['timestamp', 'values']

/** Rejects the frame as a whole if its structure, its time or its set of metrics is wrong. */
export function readFrame(
  intake: Intake,
  frame: unknown,
  path: Path,
  fields: readonly string[],
): void {
  const before = intake.faults.count
  const micros = readForm(intake, frame, path, fields)
  const values = isObject(frame) && isObject(frame.values) ? frame.values : {}
  if (intake.faults.count > before) {
    // Counts at least one rejected sample, even if the frame has no values to count.
    intake.rejected += Math.max(Object.keys(values).length, 1)
    return
  }
  intake.pass(micros)
  for (const key in values) readValue(intake, key, micros, values[key], path)
}

/** Checks all of a frame but its values. Returns its time in epoch microseconds. */
function readForm(
  { faults, rules }: Intake,
  frame: unknown,
  path: Path,
  fields: readonly string[],
): number {
  if (!isObject(frame)) {
    const several = path.length > 1 ? '' : ', or several: {frames: [{timestamp, values}, …]}'
    faults.add(`must be a frame: {timestamp, values}${several}`, ...path)
    return Number.NaN
  }
  for (const key in frame) {
    if (fields.includes(key)) continue
    faults.add(`is not a field of a frame: expected ${fields.join(', ')}`, ...path, key)
  }
  const { timestamp, values } = frame
  const micros = readTime(faults, rules, timestamp, path)
  if (!isObject(values)) {
    faults.add('must be an object of metric keys and values', ...path, 'values')
  } else if (rules.required.length > 0) {
    checkRequired(faults, rules, (key) => Object.hasOwn(values, key), path)
  }
  return micros
}

function readTime(faults: Faults, rules: Rules, timestamp: unknown, path: Path): number {
  const micros = microsOf(timestamp)
  const fault = timeFault(micros, rules)
  if (fault !== undefined) faults.add(fault, ...path, 'timestamp')
  return micros
}

function checkRequired(
  faults: Faults,
  rules: Rules,
  has: (key: string) => boolean,
  path: Path,
): void {
  for (const { key } of rules.required) {
    if (!has(key)) faults.add(`has no ${key}, which every frame must have`, ...path, 'values')
  }
}

/** A frame that was built from samples of another protocol, so its structure is right. */
export interface MadeFrame {
  readonly thingId: string
  /** Epoch microseconds; NaN where it has no time. */
  readonly micros: number
  /** By metric key. */
  readonly values: Map<string, unknown>
}

/** Like {@link readFrame}, without checks of structure. */
export function readMadeFrame(intake: Intake, { micros, values }: MadeFrame, path: Path): void {
  const { faults, rules } = intake
  const before = faults.count
  const fault = Number.isNaN(micros) ? 'has no time' : timeFault(micros, rules)
  if (fault !== undefined) faults.add(fault, ...path, 'timestamp')
  if (rules.required.length > 0) checkRequired(faults, rules, (key) => values.has(key), path)
  if (faults.count > before) {
    intake.rejected += Math.max(values.size, 1)
    return
  }
  intake.pass(micros)
  for (const [key, value] of values) readValue(intake, key, micros, value, path)
}

function readValue(intake: Intake, key: string, micros: number, value: unknown, path: Path): void {
  const rule = intake.rules.metrics.get(key)
  if (rule === undefined) {
    if (intake.rules.ignoreUnknown) {
      intake.ignored++
      return
    }
    intake.rejected++
    intake.faults.add(() => unknownDetail(intake.rules, key), ...path, 'values', key)
    return
  }
  const fault = intake.take(rule, micros, value)
  if (fault === undefined) return
  const detail = value === null ? `${fault}; omit a metric without a sample` : fault
  intake.faults.add(detail, ...path, 'values', key)
}
