import type { SampleValue } from '@sluice/contract'
import { formatShare } from '#format/values.ts'
import type { Span } from '#range/span.ts'
import { silencesIn } from '#series/silences.ts'
import { texts } from '#texts/explore.ts'
import type { ExploredMetric } from './use-metrics.ts'

/** A period in one state, in epoch seconds. */
export interface Stretch {
  readonly from: number
  readonly to: number
  /** The state's label; it also determines the colour. */
  readonly state: string
}

type Metric = Pick<ExploredMetric, 'key' | 'valueKind' | 'expectedIntervalSeconds'>

/**
 * The consecutive states of a metric. Each lasts until the next one, or until a silence much longer than the expected
 * interval. The state of a bucket of booleans is the share that was on.
 */
export function stretchesOf(
  timestamps: readonly string[],
  values: readonly (SampleValue | null)[],
  { valueKind, expectedIntervalSeconds }: Metric,
  range: Span,
): Stretch[] {
  const own = timestamps.flatMap((time, i) => {
    const value = values[i] ?? null
    return value === null ? [] : [{ at: Date.parse(time) / 1000, state: stateOf(value, valueKind) }]
  })
  const times = own.map(({ at }) => at)
  const silent = silencesIn(times, expectedIntervalSeconds === null, expectedIntervalSeconds)
  const stretches: Stretch[] = []
  for (const [i, { at, state }] of own.entries()) {
    const next = own[i + 1]?.at ?? Math.min(range.to, lastUntil(at, expectedIntervalSeconds))
    const to = silent.has(i) ? Math.min(next, lastUntil(at, expectedIntervalSeconds)) : next
    const last = stretches.at(-1)
    if (last && last.state === state && last.to === at) {
      stretches[stretches.length - 1] = { ...last, to }
    } else stretches.push({ from: Math.max(at, range.from), to, state })
  }
  return stretches
}

/** Each sample by itself: a state between samples that satisfy a condition is unknown. */
export function momentsOf(
  timestamps: readonly string[],
  values: readonly (SampleValue | null)[],
  { valueKind }: Pick<Metric, 'valueKind'>,
): Stretch[] {
  return timestamps.flatMap((time, i) => {
    const value = values[i] ?? null
    const at = Date.parse(time) / 1000
    return value === null ? [] : [{ from: at, to: at, state: stateOf(value, valueKind) }]
  })
}

/** Without an expected interval, a state lasts until the next one. */
function lastUntil(at: number, expectedSeconds: number | null): number {
  return expectedSeconds === null ? Number.POSITIVE_INFINITY : at + 3 * expectedSeconds
}

function stateOf(value: SampleValue, kind: Metric['valueKind']): string {
  if (kind !== 'boolean') return String(value)
  const share = typeof value === 'number' ? value : value === true ? 1 : 0
  return share === 0 || share === 1 ? formatShare(share) : texts.states.partlyOn
}
