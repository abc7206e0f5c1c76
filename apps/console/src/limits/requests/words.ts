import type { LimitRequest, LimitUsage } from '@sluice/contract'
import { formatCount } from '#format/values.ts'
import { texts } from '#texts/limits.ts'

const { requests } = texts

/** Writes a time as the reader wants it. */
type WriteTime = (iso: string) => string

/** `standard 6,000 a minute, permanently`. */
export function askedWords({ tiers, until }: LimitRequest, exact: WriteTime): string {
  const figures = tiers.map((one) => requests.perMinute(one.tier, formatCount(one.perMinute)))
  return `${figures.join(', ')}, ${endWords(until, exact)}`
}

/** What was granted, if anything, and why: `standard 3,000 a minute, permanently: of course`. */
export function outcomeWords({ decision }: LimitRequest, exact: WriteTime): string {
  if (!decision) return requests.pending
  const { granted, until, reason } = decision
  if (granted.length === 0) return reason
  const figures = granted.map((one) => requests.perMinute(one.tier, formatCount(one.perMinute)))
  return `${figures.join(', ')}, ${endWords(until, exact)}: ${reason}`
}

/** `Last 14 days: 1,200 calls, 30 rate limited.`; nothing of a tier whose calls are not shown. */
export function usedWords(use: LimitUsage['tiers'][number] | undefined): string {
  if (use === undefined) return ''
  const { days, calls, limited } = use
  const refused = limited === 0 ? texts.byDay.none : formatCount(limited)
  return texts.request.used(days.length, calls, refused)
}

function endWords(until: string | null, exact: WriteTime): string {
  return until === null ? requests.forGood : requests.until(exact(until))
}
