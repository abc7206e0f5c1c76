import classes from './columns.module.css'
import { dateOf, timeOfDay } from './moments.ts'

/** The time of a call to the second, with its date below. */
export function LogTime({ iso, zone }: { iso: string; zone: string }) {
  return (
    <time dateTime={iso} className={classes.time}>
      {timeOfDay(iso, zone, 1)}
      <span>{dateOf(iso, zone)}</span>
    </time>
  )
}
