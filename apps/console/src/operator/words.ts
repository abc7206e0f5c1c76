import { formatCount } from '#format/values.ts'
import type { RouterOutput } from '#server/trpc/router.ts'

/** `Last 7 days: 1,200 calls, 30 rate limited. With these figures none would have been.` */
export function whatIfWords(answer: RouterOutput['operator']['whatIf']): string {
  const { days, calls, refused, wouldBeRefused } = answer
  if (calls === 0) return `Last ${days} days: no calls.`
  const past = `Last ${days} days: ${formatCount(calls)} ${calls === 1 ? 'call' : 'calls'}, ${some(refused)} rate limited.`
  return `${past} With these figures ${some(wouldBeRefused)} would have been.`
}

const some = (count: number) => (count === 0 ? 'none' : formatCount(count))
