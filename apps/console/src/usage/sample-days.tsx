import { VisuallyHidden } from '@mantine/core'
import type { OrganizationUsage } from '@sluice/contract'
import { DayPlot } from '#charts/day-plot.tsx'
import { formatCount } from '#format/values.ts'
import { ceilingOf, dayLabel } from '#keys/usage/days.ts'
import { texts } from '#texts/usage.ts'
import classes from './sample-days.module.css'

type SampleDaysProps = Pick<OrganizationUsage, 'samples' | 'days'>

/** A bar chart by day, with the same data in a visually hidden table. */
export function SampleDays({ samples, days }: SampleDaysProps) {
  const ceiling = ceilingOf(days.map((day) => ({ calls: day.samples })))
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.sum}>{texts.byDay.accepted(samplesIn(samples))}</figcaption>
      <DayPlot
        days={days}
        ceiling={ceiling}
        height={160}
        wordsOf={(day) => `${dayLabel(day.date)}: ${samplesIn(day.samples)}`}
        bar={(day) => <span style={{ height: `${(day.samples / ceiling) * 100}%` }} />}
      />
      <VisuallyHidden>
        <table>
          <caption>{texts.byDay.caption}</caption>
          <tbody>
            {days.map((day) => (
              <tr key={day.date}>
                <th scope="row">{day.date}</th>
                <td>{formatCount(day.samples)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  )
}

function samplesIn(samples: number): string {
  return texts.byDay.samples(samples)
}
