import type { LimitRequest, LimitUsage } from '@sluice/contract'
import { formatCount } from '#format/values.ts'

/** Writes a time as the reader wants it. */
type WriteTime = (iso: string) => string

/** `standard 6,000 a minute, permanently`. */
export function askedWords({ tiers, until }: LimitRequest, exact: WriteTime): string {
  const figures = tiers.map((one) => `${one.tier} ${formatCount(one.perMinute)} a minute`)
  return `${figures.join(', ')}, ${endWords(until, exact)}`
}

/** What was granted, if anything, and why: `standard 3,000 a minute, permanently: of course`. */
export function outcomeWords({ decision }: LimitRequest, exact: WriteTime): string {
  if (!decision) return 'Pending'
  const { granted, until, reason } = decision
  if (granted.length === 0) return reason
  const figures = granted.map((one) => `${one.tier} ${formatCount(one.perMinute)} a minute`)
  return `${figures.join(', ')}, ${endWords(until, exact)}: ${reason}`
}

/** `Last 14 days: 1,200 calls, 30 rate limited.`; nothing of a tier whose calls are not shown. */
export function usedWords(use: LimitUsage['tiers'][number] | undefined): string {
  if (use === undefined) return ''
  const { days, calls, limited } = use
  return `Last ${days.length} days: ${formatCount(calls)} ${calls === 1 ? 'call' : 'calls'}, ${
    limited === 0 ? 'none' : formatCount(limited)
  } rate limited.`
}

function endWords(until: string | null, exact: WriteTime): string {
  return until === null ? 'permanently' : `until ${exact(until)}`
}
