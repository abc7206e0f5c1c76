import { ingestLimits } from '@sluice/contract'

/** What a long body may hold: as many values as a call may have samples and times, and the metrics of a thing. */
export const bulkBounds = {
  values: 2 * ingestLimits.samples + 10 * ingestLimits.frames,
  members: 10_000,
  depth: 8,
}
