import { exactTime } from '#format/times.ts'
import { formatAverage, formatShare } from '#format/values.ts'
import classes from './key.module.css'
import { lineToken } from './line-colors.ts'
import { type Line, valueAt } from './lines.ts'
import type { ShownAs } from './shown-as.ts'

interface KeyProps {
  readonly shown: ShownAs
  readonly lines: readonly Line[]
  readonly colorOf: (thingId: string) => number
  /** Of the point under the cursor, in epoch seconds; null: the end of the range. */
  readonly cursor: number | null
  readonly zone: string
}

/** Which line is whose, and its value under the cursor or at the end. */
export function Key({ shown, lines, colorOf, cursor, zone }: KeyProps) {
  return (
    <ul className={classes.key}>
      {lines.map((line) => (
        <li key={line.thingId}>
          <span
            className={classes.swatch}
            style={{ background: `var(${lineToken(colorOf(line.thingId))})` }}
            aria-hidden
          />
          {line.label} <strong>{valueText(shown, line, cursor)}</strong>
        </li>
      ))}
      <li className={classes.time}>
        {cursor === null ? 'latest in the range' : exactTime(isoOf(cursor), zone)}
      </li>
    </ul>
  )
}

function valueText({ unit, isOnOff }: ShownAs, line: Line, cursor: number | null): string {
  const value = valueAt(line, cursor ?? Number.POSITIVE_INFINITY)
  if (value === undefined) return '–'
  if (isOnOff) return formatShare(value)
  return formatAverage(value, unit)
}

/** To the second: a cursor is no more exact than a pixel. */
function isoOf(seconds: number): string {
  return new Date(Math.round(seconds) * 1000).toISOString()
}
