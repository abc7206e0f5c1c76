import { VisuallyHidden } from '@mantine/core'
import type { KeyUsage } from '@sluice/contract'
import { DayPlot } from '#charts/day-plot.tsx'
import { texts } from '#texts/keys-usage.ts'
import classes from './day-chart.module.css'
import { ceilingOf, dayWords } from './days.ts'

type Day = KeyUsage['days'][number]

const outcomes = ['ok', 'refused', 'failed'] as const

/** One bar per day with stacked outcomes. A visually hidden table has the same data. */
export function DayChart({ days }: { days: readonly Day[] }) {
  const ceiling = ceilingOf(days)
  return (
    <figure className={classes.figure}>
      <DayPlot
        days={days}
        ceiling={ceiling}
        height={160}
        wordsOf={dayWords}
        bar={(day) =>
          outcomes.map((outcome) => (
            <span
              key={outcome}
              data-outcome={outcome}
              style={{ height: `${(day[outcome] / ceiling) * 100}%` }}
            />
          ))
        }
      />
      <figcaption className={classes.legend} aria-hidden>
        <span data-outcome="ok">{texts.outcomes.ok}</span>
        <span data-outcome="refused">{texts.outcomes.refused}</span>
        <span data-outcome="failed">{texts.outcomes.failed}</span>
      </figcaption>
      <VisuallyHidden>
        <table>
          <caption>{texts.byDay.caption}</caption>
          <thead>
            <tr>
              {[texts.byDay.day, ...outcomes].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.date}>
                <th scope="row">{day.date}</th>
                {outcomes.map((outcome) => (
                  <td key={outcome}>{day[outcome]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  )
}
