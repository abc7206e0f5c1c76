import type { Limit, TierLimit } from '@sluice/contract'
import { duration } from '#format/times.ts'
import { formatCount } from '#format/values.ts'
import { texts } from '#texts/limits.ts'

/** What each tier is for. */
export const tierUses: Record<TierLimit['tier'], string> = {
  standard: texts.tiers.standard,
  'data-read': texts.tiers.dataRead,
  ingest: texts.tiers.ingest,
}

/** `600 a minute, up to 1,000 at once`. */
export function figuresOf({ perMinute, burst }: Limit): string {
  return texts.figures(formatCount(perMinute), formatCount(burst))
}

/** When the bucket will be full: `full` or `full in 26 s`. */
export function refillOf({ fullInSeconds }: TierLimit): string {
  return fullInSeconds === 0 ? texts.full : texts.fullIn(duration(fullInSeconds))
}

/** The source of the limits in a sentence; `exact` formats a time. */
export function sourceOf(
  { source, until, reason }: TierLimit,
  exact: (iso: string) => string,
): string {
  if (source === 'default') return texts.sources.usual
  if (until === null) return texts.sources.own(reason ?? '')
  return texts.sources.until(exact(until), reason ?? '')
}

/** The level of the bucket, from 0 to 1. */
export function levelOf({ remaining, burst }: TierLimit): number {
  return Math.min(1, remaining / burst)
}
