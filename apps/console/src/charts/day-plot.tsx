import { Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatCount } from '#format/values.ts'
import { dayLabel } from '#keys/usage/days.ts'
import { texts } from '#texts/charts.ts'
import classes from './day-plot.module.css'

interface DayPlotProps<Day> {
  readonly days: readonly Day[]
  /** The value of a bar of full height. */
  readonly ceiling: number
  /** Height of the plot in pixels. */
  readonly height: number
  readonly wordsOf: (day: Day) => string
  /** The segments of a day's bar, bottom first: spans with a height, coloured by `--fill`. */
  readonly bar: (day: Day) => ReactNode
}

/** A bar chart by day. It is hidden from screen readers, so place a table with the same data beside it. */
export function DayPlot<Day extends { readonly date: string }>(props: DayPlotProps<Day>) {
  const { days, ceiling, height, wordsOf, bar } = props
  const [first, last] = [days[0], days.at(-1)]
  return (
    <div aria-hidden>
      <div className={classes.plot} style={{ height }}>
        <span className={classes.top}>{formatCount(ceiling)}</span>
        {days.map((day) => (
          <Tooltip key={day.date} label={wordsOf(day)} multiline maw={260}>
            <div className={classes.day}>{bar(day)}</div>
          </Tooltip>
        ))}
      </div>
      <div className={classes.axis}>
        <span>{first && dayLabel(first.date)}</span>
        <span>{last && texts.today(dayLabel(last.date))}</span>
      </div>
    </div>
  )
}
