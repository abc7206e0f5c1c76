import type { KeyUsage } from '@sluice/contract'
import { formatCount } from '#format/values.ts'
import { texts } from '#texts/keys-usage.ts'

type Day = KeyUsage['days'][number]

/** A round number that the busiest day reaches almost or not at all: 1, 2 or 5 times a power of ten. */
export function ceilingOf(days: readonly { calls: number }[]): number {
  const most = Math.max(1, ...days.map(({ calls }) => calls))
  const power = 10 ** Math.floor(Math.log10(most))
  return ([1, 2, 5, 10].find((step) => step * power >= most) ?? 10) * power
}

const label = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** `2026-03-01` as `1 Mar`: the date is one of the zone's own already. */
export function dayLabel(date: string): string {
  return label.format(new Date(`${date}T00:00:00Z`))
}

/** A day in a sentence: its calls, and what the refused and failed ones came to. */
export function dayWords({ date, calls, problems }: Day): string {
  const codes = Object.entries(problems).map(([code, count]) => `${formatCount(count)} ${code}`)
  return [texts.byDay.calls(dayLabel(date), calls), ...codes].join(', ')
}
