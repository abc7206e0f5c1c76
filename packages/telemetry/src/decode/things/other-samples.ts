import type { Path } from '../faults.ts'
import { type Parts, typeOf } from './parts.ts'

/** A sample, or the samples of a series, whose metric is taken by another series. */
export interface OtherSample {
  readonly thingId: string
  readonly metric: string
  /** Below the body. */
  readonly path: Path
  /** As a message names it. */
  readonly text: string
  /** The number of samples. Default: 1. */
  readonly count?: number
}

const OTHERS_PER_YIELD = 64

/** Rejects them. If the thing lacks the metric, the first series has had a fault already. */
export function* refuseOthers(others: readonly OtherSample[], parts: Parts): Generator<void, void> {
  for (const [i, { thingId, metric, path, text, count = 1 }] of others.entries()) {
    if (i % OTHERS_PER_YIELD === 0) yield
    const part = parts.of(thingId)
    const type = part && !('refusal' in part.found) ? typeOf(part.found) : undefined
    const isKnown = type?.metrics.some(({ key }) => key === metric) ?? false
    if (type?.unknownMetrics === 'ignore' && !isKnown) {
      parts.dropped += count
      continue
    }
    part?.drop(count)
    if (!isKnown) continue
    const detail = () =>
      `${text} would be ${metric} of ${thingId}, as another series already is; tell them apart by ?metric= or a mapping, or send only one`
    parts.faults.add(detail, 'body', ...path)
  }
}
