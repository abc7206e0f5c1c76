import { callLimits, ingestLimits } from '@sluice/contract'
import type { JsonBounds } from '@sluice/runtime'
import type { ThingsForm } from './things/reading-of.ts'

/** What a long body may hold: values for all samples and times of a call, and the metrics of a thing. */
const bulkBounds = {
  values: 2 * ingestLimits.samples + 10 * ingestLimits.frames,
  members: 10_000,
  depth: 8,
}

/**
 * For frames and one thing's columns, which have few lists and objects per sample. The bound is several times what a
 * good body has, so that a call with somewhat too many frames gets the fault that says so.
 */
const flatBounds = { ...bulkBounds, containers: 10 * ingestLimits.frames }

/** In OTLP, points are at the tenth level, and attributes below them hold nested lists. */
const seriesBounds = { ...bulkBounds, depth: callLimits.depth }

/** The bounds of a long body about one thing. */
export const boundsOfOne: JsonBounds = flatBounds

/** The bounds of a long body about many things. */
export function boundsOf(form: ThingsForm): JsonBounds {
  if (form === 'series') return seriesBounds
  return form === 'frames' ? flatBounds : bulkBounds
}
