import type { RouterOutput } from '#server/trpc/router.ts'
import { texts } from '#texts/operator-limits.ts'

/** `Last 7 days: 1,200 calls, 30 rate limited. With these limits, none would have been.` */
export function whatIfWords(answer: RouterOutput['operator']['whatIf']): string {
  const { days, calls, refused, wouldBeRefused } = answer
  if (calls === 0) return texts.whatIf.none(days)
  return `${texts.whatIf.past(days, calls, refused)} ${texts.whatIf.outcome(wouldBeRefused)}`
}
