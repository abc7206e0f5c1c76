import { type LimitRequest, type LimitUsage, sizeText } from '@sluice/contract'
import { formatCount } from '#format/values.ts'
import { texts } from '#texts/limits.ts'

const { requests } = texts

/** Formats a time by the reader's preferences. */
type WriteTime = (iso: string) => string

/** What was requested: `standard 6,000 a minute, permanently`. */
export function askedWords({ tiers, storage, until }: LimitRequest, exact: WriteTime): string {
  return amountWords(tiers, storage, endWords(until, exact))
}

/** What was granted, if anything, with the reason: `standard 3,000 a minute, permanently: of course`. */
export function outcomeWords({ decision }: LimitRequest, exact: WriteTime): string {
  if (!decision) return requests.pending
  const { granted, storage, until, reason } = decision
  if (granted.length + storage.length === 0) return reason
  return `${amountWords(granted, storage, endWords(until, exact))}: ${reason}`
}

/** Rates have an end; quotas do not. */
function amountWords(
  tiers: readonly Pick<LimitRequest['tiers'][number], 'tier' | 'perMinute'>[],
  storage: LimitRequest['storage'],
  end: string,
): string {
  const rates = tiers.map((one) => requests.perMinute(one.tier, formatCount(one.perMinute)))
  const quotas = storage.map(({ kind, bytes }) => requests.stored(kind, sizeText(bytes)))
  return [...quotas, ...rates, ...(rates.length > 0 ? [end] : [])].join(', ')
}

/** `Last 14 days: 1,200 calls, 30 rate limited.`; empty without data for the tier. */
export function usedWords(use: LimitUsage['tiers'][number] | undefined): string {
  if (use === undefined) return ''
  const { days, calls, limited } = use
  const refused = limited === 0 ? texts.byDay.none : formatCount(limited)
  return texts.request.used(days.length, calls, refused)
}

function endWords(until: string | null, exact: WriteTime): string {
  return until === null ? requests.forGood : requests.until(exact(until))
}
