import { Tooltip, VisuallyHidden } from '@mantine/core'
import type { KeyUsage } from '@sluice/contract'
import { formatCount } from '#format/values.ts'
import classes from './day-chart.module.css'
import { ceilingOf, dayLabel, dayWords } from './days.ts'

type Day = KeyUsage['days'][number]

const outcomes = ['ok', 'refused', 'failed'] as const

/** A bar a day, its outcomes stacked; the table that is not seen says the same. */
export function DayChart({ days }: { days: readonly Day[] }) {
  const ceiling = ceilingOf(days)
  const [first, last] = [days[0], days.at(-1)]
  return (
    <figure className={classes.figure}>
      <div className={classes.plot} aria-hidden>
        <span className={classes.top}>{formatCount(ceiling)}</span>
        {days.map((day) => (
          <Tooltip key={day.date} label={dayWords(day)} multiline w={220}>
            <div className={classes.day}>
              {outcomes.map((outcome) => (
                <span
                  key={outcome}
                  data-outcome={outcome}
                  style={{ height: `${(day[outcome] / ceiling) * 100}%` }}
                />
              ))}
            </div>
          </Tooltip>
        ))}
      </div>
      <div className={classes.axis} aria-hidden>
        <span>{first && dayLabel(first.date)}</span>
        <span>{last && dayLabel(last.date)}, today</span>
      </div>
      <figcaption className={classes.legend} aria-hidden>
        <span data-outcome="ok">ok</span>
        <span data-outcome="refused">refused</span>
        <span data-outcome="failed">failed</span>
      </figcaption>
      <VisuallyHidden>
        <table>
          <caption>Calls by day and outcome</caption>
          <thead>
            <tr>
              {['Day', ...outcomes].map((name) => (
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
