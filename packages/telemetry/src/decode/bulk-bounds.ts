import { callLimits, ingestLimits } from '@sluice/contract'
import type { JsonBounds } from '@sluice/runtime'
import type { ThingsForm } from './things/reading-of.ts'

/** What a long body may hold: as many values as a call may have samples and times, and the metrics of a thing. */
const bulkBounds = {
  values: 2 * ingestLimits.samples + 10 * ingestLimits.frames,
  members: 10_000,
  depth: 8,
}

/**
 * Of frames, or of one thing's columns: these have few lists and objects for their samples. Several times as many as a good body has, so
 * that somewhat too many frames are called by their name.
 */
const flatBounds = { ...bulkBounds, containers: 10 * ingestLimits.frames }

/** OTLP has its points at the tenth level, and attributes below that hold lists of lists. */
const seriesBounds = { ...bulkBounds, depth: callLimits.depth }

/** What a long body about one thing may hold. */
export const boundsOfOne: JsonBounds = flatBounds

/** What one about many things may. */
export function boundsOf(form: ThingsForm): JsonBounds {
  if (form === 'series') return seriesBounds
  return form === 'frames' ? flatBounds : bulkBounds
}
