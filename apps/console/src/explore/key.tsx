import { exactTime } from '#format/times.ts'
import { formatAverage } from '#format/values.ts'
import classes from './key.module.css'
import { lineToken } from './line-colors.ts'
import { type Line, valueAt } from './lines.ts'
import type { DrawnMetric } from './use-measuring.ts'

interface KeyProps {
  readonly metric: DrawnMetric
  readonly lines: readonly Line[]
  readonly colorOf: (thingId: string) => number
  /** Under the cursor, in epoch seconds; null: the end of the range. */
  readonly cursor: number | null
  readonly zone: string
}

/** Which line is whose, and its value under the cursor or at the end. */
export function Key({ metric, lines, colorOf, cursor, zone }: KeyProps) {
  return (
    <ul className={classes.key}>
      {lines.map((line) => (
        <li key={line.thingId}>
          <span
            className={classes.swatch}
            style={{ background: `var(${lineToken(colorOf(line.thingId))})` }}
            aria-hidden
          />
          {line.label} <strong>{valueText(metric, line, cursor)}</strong>
        </li>
      ))}
      <li className={classes.time}>
        {cursor === null ? 'latest of the range' : exactTime(isoOf(cursor), zone)}
      </li>
    </ul>
  )
}

function valueText({ unit, isBoolean }: DrawnMetric, line: Line, cursor: number | null): string {
  const value = valueAt(line, cursor ?? Number.POSITIVE_INFINITY)
  if (value === undefined) return '–'
  if (isBoolean && (value === 0 || value === 1)) return value === 1 ? 'on' : 'off'
  return formatAverage(value, unit)
}

/** To the second: a cursor is no more exact than a pixel. */
function isoOf(seconds: number): string {
  return new Date(Math.round(seconds) * 1000).toISOString()
}
