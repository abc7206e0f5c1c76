import type { Faults, Path } from '../faults.ts'
import { type Intake, isObject } from '../intake.ts'
import { type MadeFrame, readFrame, readMadeFrame } from '../json/frames.ts'
import type { Parts } from './parts.ts'
import { entriesOf, type Reading, ThingIds } from './reading.ts'

/** A few milliseconds for frames of a thousand metrics. */
export const FRAMES_PER_YIELD = 32

const fields = ['thingId', 'timestamp', 'values'] as const
const form = 'must be an object: {frames: [{thingId, timestamp, values}, …]}'

export interface NamedFrame extends Record<string, unknown> {
  readonly thingId: string
}

/** Scans a body of frames, each of which names its thing. */
export function* readingOfFrames(body: unknown, faults: Faults): Generator<void, Reading> {
  const ids = new ThingIds(faults)
  const frames = new Map<number, NamedFrame>()
  /** Estimates by thing. */
  const samples = new Map<string, number>()
  let unnamed = 0
  for (const [i, frame] of entriesOf(body, 'frames', form, faults).entries()) {
    if (i % FRAMES_PER_YIELD === 0) yield
    if (!isObject(frame)) {
      faults.add('must be a frame: {thingId, timestamp, values}', 'body', 'frames', i)
      unnamed++
    } else if (ids.take(frame.thingId, 'body', 'frames', i, 'thingId')) {
      if (ids.overflow('body', 'frames')) break
      const named = frame as NamedFrame
      frames.set(i, named)
      samples.set(named.thingId, (samples.get(named.thingId) ?? 0) + samplesIn(named))
    } else unnamed += samplesIn(frame)
  }
  const at = ['body', 'frames']
  const samplesOf = (thingId: string) => samples.get(thingId) ?? 0
  return { things: ids.all, read: (parts) => readFrames(parts, { at, frames, samplesOf, unnamed }) }
}

function samplesIn({ values }: Record<string, unknown> | MadeFrame): number {
  if (values instanceof Map) return values.size
  return isObject(values) ? Object.keys(values).length : 1
}

interface Frames {
  /** The path of the frames in the body. */
  readonly at: Path
  /** With their places below that path. */
  readonly frames: Iterable<readonly [place: number | string, frame: NamedFrame | MadeFrame]>
  /** An estimate of how many samples a thing has. */
  readonly samplesOf: (thingId: string) => number
  /** Samples that name no thing. */
  readonly unnamed: number
}

/** Takes the samples of frames, each into the part of its thing; yields now and then. */
export function* readFrames(
  parts: Parts,
  { at, frames, samplesOf, unnamed }: Frames,
): Generator<void, void> {
  parts.unnamed += unnamed
  let read = 0
  for (const [i, frame] of frames) {
    if (read++ % FRAMES_PER_YIELD === 0) yield
    const part = parts.of(frame.thingId)
    const path = [...at, i]
    const capacity = samplesOf(frame.thingId)
    const intake = part?.intakes[0] ?? part?.open(capacity, samplesIn(frame), [...path, 'thingId'])
    const { taken, units } = intake ? takeFrame(intake, frame, path) : refused(frame)
    if (parts.overflows(taken, units)) return
  }
}

const refused = (frame: NamedFrame | MadeFrame) => ({ taken: samplesIn(frame), units: 0 })

function isMade(frame: NamedFrame | MadeFrame): frame is MadeFrame {
  return frame.values instanceof Map
}

/** Reads a frame. Returns how many samples and UTF-16 units it had. */
function takeFrame(intake: Intake, frame: NamedFrame | MadeFrame, path: Path) {
  const { samples } = intake
  const [rows, units, rejected] = [samples.rows, samples.textUnits, intake.rejected]
  if (isMade(frame)) readMadeFrame(intake, frame, path)
  else readFrame(intake, frame, path, fields)
  return {
    taken: samples.rows - rows + intake.rejected - rejected,
    units: samples.textUnits - units,
  }
}
