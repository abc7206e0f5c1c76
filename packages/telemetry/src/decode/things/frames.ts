import type { Faults, Path } from '../faults.ts'
import { type Intake, isObject } from '../intake.ts'
import { FRAMES_A_YIELD } from '../json/frame-scan.ts'
import { readFrame } from '../json/frames.ts'
import type { Parts } from './parts.ts'
import { entriesOf, type Reading, ThingIds } from './reading.ts'

const fields = ['thingId', 'timestamp', 'values'] as const
const form = 'must be an object: {frames: [{thingId, timestamp, values}, …]}'

/** A frame that names its thing. */
export interface NamedFrame extends Record<string, unknown> {
  readonly thingId: string
}

/** Looks at a body of frames, each of which names its thing. */
export function* readingOfFrames(body: unknown, faults: Faults): Generator<void, Reading> {
  const ids = new ThingIds(faults)
  const frames = new Map<number, NamedFrame>()
  /** Of each thing, as far as one may guess. */
  const samples = new Map<string, number>()
  let unnamed = 0
  for (const [i, frame] of entriesOf(body, 'frames', form, faults).entries()) {
    if (i % FRAMES_A_YIELD === 0) yield
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
  return { things: ids.all, read: (parts) => readFrames(parts, { at, frames, samples, unnamed }) }
}

function samplesIn({ values }: Record<string, unknown>): number {
  return isObject(values) ? Object.keys(values).length : 1
}

interface Frames {
  /** Where they stand. */
  readonly at: Path
  /** By their places there. */
  readonly frames: ReadonlyMap<number | string, NamedFrame>
  /** How many each thing has, as far as one may guess. */
  readonly samples: ReadonlyMap<string, number>
  /** Samples that name no thing. */
  readonly unnamed: number
}

/** Takes the samples of frames, each into the part of its thing; yields now and then. */
export function* readFrames(
  parts: Parts,
  { at, frames, samples, unnamed }: Frames,
): Generator<void, void> {
  parts.unnamed += unnamed
  let read = 0
  for (const [i, frame] of frames) {
    if (read++ % FRAMES_A_YIELD === 0) yield
    const part = parts.of(frame.thingId)
    const path = [...at, i]
    const capacity = samples.get(frame.thingId) ?? 0
    const intake = part?.intakes[0] ?? part?.open(capacity, samplesIn(frame), [...path, 'thingId'])
    const { taken, units } = intake ? takeFrame(intake, frame, path) : refused(frame)
    if (parts.overflows(taken, units)) return
  }
}

const refused = (frame: NamedFrame) => ({ taken: samplesIn(frame), units: 0 })

/** Reads a frame, and answers how many samples that was, and of how much text. */
function takeFrame(intake: Intake, frame: NamedFrame, path: Path) {
  const { samples } = intake
  const [rows, units, rejected] = [samples.rows, samples.textUnits, intake.rejected]
  readFrame(intake, frame, path, fields)
  return {
    taken: samples.rows - rows + intake.rejected - rejected,
    units: samples.textUnits - units,
  }
}
