import type { KeyUsage } from '@sluice/contract'
import { formatCount } from '#format/values.ts'
import { texts } from '#texts/keys-usage.ts'

type Day = KeyUsage['days'][number]

/** The chart's maximum: the next 1, 2, 5 or 10 times a power of ten. */
export function ceilingOf(days: readonly { calls: number }[]): number {
  const most = Math.max(1, ...days.map(({ calls }) => calls))
  const power = 10 ** Math.floor(Math.log10(most))
  return ([1, 2, 5, 10].find((step) => step * power >= most) ?? 10) * power
}

const label = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** Formats `2026-03-01` as `1 Mar`. The date is already in the user's time zone. */
export function dayLabel(date: string): string {
  return label.format(new Date(`${date}T00:00:00Z`))
}

/** A day in words: its calls, and the problems of those that were refused or failed. */
export function dayWords({ date, calls, problems }: Day): string {
  const codes = Object.entries(problems).map(([code, count]) => `${formatCount(count)} ${code}`)
  return [texts.byDay.calls(dayLabel(date), calls), ...codes].join(', ')
}
