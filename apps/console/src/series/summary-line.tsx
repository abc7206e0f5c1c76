import { exactTime } from '#format/times.ts'
import { formatAverage, formatMeasure } from '#format/values.ts'
import { texts } from '#texts/series.ts'
import type { ThingMetric } from '#things/metrics.ts'
import classes from './summary-line.module.css'
import type { SeriesState } from './use-series.ts'

const { summary: words } = texts

interface SummaryLineProps {
  readonly series: SeriesState
  readonly metric: ThingMetric
  readonly zone: string
}

/** Summarizes the series in words, also for screen readers. */
export function SummaryLine({
  series: { summary, interval, isCut },
  metric,
  zone,
}: SummaryLineProps) {
  if (!summary) return <p className={classes.line}>{'\u00a0'}</p>
  const { count, avg, min, max } = summary
  const measure = (value: number | boolean | string) => formatMeasure(value, metric.unit)
  return (
    <p className={classes.line}>
      {words.samples(count)}
      {interval && words.averages(interval)}
      {isCut && words.newest}
      {avg !== null && words.average(formatAverage(avg, metric.unit))}
      {min && words.lowest(measure(min.value), exactTime(min.timestamp, zone))}
      {max && words.highest(measure(max.value), exactTime(max.timestamp, zone))}.
    </p>
  )
}
