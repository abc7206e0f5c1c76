import { ingestLimits } from '@sluice/contract'

/** What a long body may hold: as many values as a call may have samples and times, and the metrics of a thing. */
export const bulkBounds = {
  values: 2 * ingestLimits.samples + 10 * ingestLimits.frames,
  members: 10_000,
  depth: 8,
}

/**
 * Of frames, or of one thing's columns: these have few lists and objects for their samples. Several times as many as a good body has, so
 * that somewhat too many frames are called by their name.
 */
export const flatBounds = { ...bulkBounds, containers: 10 * ingestLimits.frames }
