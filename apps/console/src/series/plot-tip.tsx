import { exactTime } from '#format/times.ts'
import { formatAverage, formatMeasure } from '#format/values.ts'
import { texts } from '#texts/series.ts'
import type { ThingMetric } from '#things/metrics.ts'
import classes from './plot.module.css'
import type { Points } from './points.ts'

interface PlotTipProps {
  readonly points: Points
  readonly metric: ThingMetric
  readonly zone: string
  /** Index of the point under the cursor. */
  readonly index: number
  /** Distance of the cursor from the left edge of the plotting area, in pixels. */
  readonly left: number
  readonly width: number
}

const AXIS = 56
const TIP = 200

/** A tooltip with the exact time and value under the cursor. */
export function PlotTip({ points, metric, zone, index, left, width }: PlotTipProps) {
  const time = points.times[index]
  const value = points.values[index]
  if (time === undefined || value === undefined || value === null || left < 0) return null
  const low = points.low?.[index]
  const high = points.high?.[index]
  const x = left + AXIS
  // Beside the cursor, on the side that has room.
  const offset = x + TIP + 12 > width ? x - TIP - 12 : x + 12
  return (
    <div className={classes.tip} style={{ transform: `translateX(${Math.max(0, offset)}px)` }}>
      <strong>
        {points.low ? formatAverage(value, metric.unit) : formatMeasure(value, metric.unit)}
      </strong>
      {low != null && high != null && (
        <span>{texts.band(formatMeasure(low, metric.unit), formatMeasure(high, metric.unit))}</span>
      )}
      <span>{exactTime(time, zone)}</span>
    </div>
  )
}
