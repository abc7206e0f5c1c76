'use client'

import { Skeleton, Tooltip, VisuallyHidden } from '@mantine/core'
import type { OrganizationUsage } from '@sluice/contract'
import { formatCount } from '#format/values.ts'
import { ceilingOf } from '#keys/usage/days.ts'
import { timeOfDay } from '#requests/moments.ts'
import { texts } from '#texts/overview.ts'
import classes from './sample-hours.module.css'

type Hours = OrganizationUsage['hours']

const words = texts.samples
const HOUR_SECONDS = 3600

interface SampleHoursProps {
  /** Undefined while loading. */
  readonly hours: Hours | undefined
  readonly zone: string
}

/** A bar chart by hour, with the same data in a visually hidden table. */
export function SampleHours({ hours, zone }: SampleHoursProps) {
  if (!hours) return <Skeleton height={HEIGHT} />
  const ceiling = ceilingOf(hours.map(({ samples }) => ({ calls: samples })))
  const timeOf = (at: string) => timeOfDay(at, zone, HOUR_SECONDS)
  const [first] = hours
  return (
    <figure className={classes.figure}>
      <div aria-hidden>
        <p className={classes.words}>{words.most(ceiling)}</p>
        <div className={classes.plot}>
          {hours.map(({ at, samples }) => (
            <Tooltip key={at} label={words.inHour(timeOf(at), samples)}>
              <div className={classes.hour}>
                <span style={{ height: `${(samples / ceiling) * 100}%` }} />
              </div>
            </Tooltip>
          ))}
        </div>
        <div className={classes.axis}>
          <span>{first && timeOf(first.at)}</span>
          <span>{words.now}</span>
        </div>
      </div>
      <VisuallyHidden>
        <table>
          <caption>{words.caption}</caption>
          <tbody>
            {hours.map(({ at, samples }) => (
              <tr key={at}>
                <th scope="row">{timeOf(at)}</th>
                <td>{formatCount(samples)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  )
}

/** Height of the whole figure, so that the page does not shift when it loads. */
const HEIGHT = 150
