import { exactTime } from '#format/times.ts'
import { formatAverage, formatCount, formatMeasure } from '#format/values.ts'
import type { ThingMetric } from '#things/metrics.ts'
import classes from './summary-line.module.css'
import type { SeriesState } from './use-series.ts'

interface SummaryLineProps {
  readonly series: SeriesState
  readonly metric: ThingMetric
  readonly zone: string
}

/** The series in words: for everyone at a glance, and for those who do not see the chart. */
export function SummaryLine({
  series: { summary, interval, isCut },
  metric,
  zone,
}: SummaryLineProps) {
  if (!summary) return <p className={classes.line}>&nbsp;</p>
  const { count, avg, min, max } = summary
  const measure = (value: number | boolean | string) => formatMeasure(value, metric.unit)
  return (
    <p className={classes.line}>
      {formatCount(count)} {count === 1 ? 'sample' : 'samples'}
      {interval && `, shown as averages of ${interval} with their extremes`}
      {isCut && ', showing the newest 1,000'}
      {avg !== null && `. Average ${formatAverage(avg, metric.unit)}`}
      {min && `, lowest ${measure(min.value)} on ${exactTime(min.timestamp, zone)}`}
      {max && `, highest ${measure(max.value)} on ${exactTime(max.timestamp, zone)}`}.
    </p>
  )
}
