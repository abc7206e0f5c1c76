import type { TierLimit } from '@sluice/contract'
import { duration } from '#format/times.ts'
import { formatCount } from '#format/values.ts'

/** What each tier is for. */
export const tierUses: Record<TierLimit['tier'], string> = {
  standard: 'Resources, keys, definitions and sending data',
  'data-read': 'Timeseries, summaries, recent values and key usage',
  ingest: 'Sending data only',
}

/** `600 a minute, up to 1,000 at once`. */
export function figuresOf({ perMinute, burst }: TierLimit): string {
  return `${formatCount(perMinute)} a minute, up to ${formatCount(burst)} at once`
}

/** When the bucket will be full: `full`, `full in 26 s`. */
export function refillOf({ fullInSeconds }: TierLimit): string {
  return fullInSeconds === 0 ? 'full' : `full in ${duration(fullInSeconds)}`
}

/** Where the figures come from, in a sentence; `exact` writes a time. */
export function sourceOf(
  { source, until, reason }: TierLimit,
  exact: (iso: string) => string,
): string {
  if (source === 'default') return 'The default limit.'
  const why = reason ? `: ${reason}` : ''
  if (until === null) return `Set for this organization${why}.`
  return `Until ${exact(until)}${why}.`
}

/** The share of the bucket that is there, from 0 to 1. */
export function levelOf({ remaining, burst }: TierLimit): number {
  return Math.min(1, remaining / burst)
}
