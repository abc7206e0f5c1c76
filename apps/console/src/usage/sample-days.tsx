import { Tooltip, VisuallyHidden } from '@mantine/core'
import type { OrganizationUsage } from '@sluice/contract'
import { formatCount } from '#format/values.ts'
import { ceilingOf, dayLabel } from '#keys/usage/days.ts'
import classes from './sample-days.module.css'

type SampleDaysProps = Pick<OrganizationUsage, 'samples' | 'days'>

/** A bar a day; the table that is not seen says the same. */
export function SampleDays({ samples, days }: SampleDaysProps) {
  const ceiling = ceilingOf(days.map((day) => ({ calls: day.samples })))
  const [first, last] = [days[0], days.at(-1)]
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.sum}>{samplesIn(samples)} accepted</figcaption>
      <div className={classes.plot} aria-hidden>
        <span className={classes.top}>{formatCount(ceiling)}</span>
        {days.map((day) => (
          <Tooltip key={day.date} label={`${dayLabel(day.date)}: ${samplesIn(day.samples)}`}>
            <div className={classes.day}>
              <span style={{ height: `${(day.samples / ceiling) * 100}%` }} />
            </div>
          </Tooltip>
        ))}
      </div>
      <div className={classes.axis} aria-hidden>
        <span>{first && dayLabel(first.date)}</span>
        <span>{last && dayLabel(last.date)}, today</span>
      </div>
      <VisuallyHidden>
        <table>
          <caption>Samples accepted by day</caption>
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
  return samples === 1 ? '1 sample' : `${formatCount(samples)} samples`
}
