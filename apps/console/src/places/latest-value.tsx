import type { Recent } from '@sluice/contract'
import { Time } from '#format/time.tsx'
import { formatAverage, formatMeasure } from '#format/values.ts'
import { StatusMark } from '#states/status-mark.tsx'
import classes from './latest-grid.module.css'

interface LatestValueProps {
  readonly value: Recent['metrics'][string] | undefined
  readonly unit: string | null
}

/** A latest value and its age; marked as stale if the next sample is overdue. */
export function LatestValue({ value, unit }: LatestValueProps) {
  if (!value) return <span className={classes.none}>–</span>
  const isNumber = typeof value.value === 'number'
  return (
    <span className={classes.value} data-stale={value.stale || undefined}>
      {isNumber ? formatAverage(value.value, unit) : formatMeasure(value.value, unit)}
      <span className={classes.age}>
        {value.stale && <StatusMark status="Stale" />} <Time iso={value.timestamp} />
      </span>
    </span>
  )
}
