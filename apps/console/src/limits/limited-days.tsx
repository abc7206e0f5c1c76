import { VisuallyHidden } from '@mantine/core'
import type { LimitUsage } from '@sluice/contract'
import { DayPlot } from '#charts/day-plot.tsx'
import { formatCount } from '#format/values.ts'
import { ceilingOf, dayLabel } from '#keys/usage/days.ts'
import { texts } from '#texts/limits.ts'
import classes from './limited-days.module.css'

type Tier = LimitUsage['tiers'][number]

/** Calls per day and tier, with rate-limited calls on top. A visually hidden table has the same data. */
export function LimitedDays({ tiers }: { tiers: readonly Tier[] }) {
  return (
    <div className={classes.tiers}>
      {tiers.map((tier) => (
        <TierDays key={tier.tier} tier={tier} />
      ))}
    </div>
  )
}

function TierDays({ tier: { tier, calls, limited, days } }: { tier: Tier }) {
  const ceiling = ceilingOf(days)
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.head}>
        <code>{tier}</code>
        <span className={classes.sums}>
          {texts.byDay.sums(calls, limited === 0 ? texts.byDay.none : formatCount(limited))}
        </span>
      </figcaption>
      <DayPlot
        days={days}
        ceiling={ceiling}
        height={88}
        wordsOf={wordsOf}
        bar={(day) => (
          <>
            <span style={{ height: `${((day.calls - day.limited) / ceiling) * 100}%` }} />
            <span data-limited style={{ height: `${(day.limited / ceiling) * 100}%` }} />
          </>
        )}
      />
      <VisuallyHidden>
        <table>
          <caption>{texts.byDay.caption(tier)}</caption>
          <tbody>
            {days.map((day) => (
              <tr key={day.date}>
                <th scope="row">{day.date}</th>
                <td>{wordsOf(day)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  )
}

function wordsOf({ date, calls, limited }: Tier['days'][number]): string {
  return texts.byDay.day(dayLabel(date), calls, formatCount(limited))
}
