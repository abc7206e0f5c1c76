import { Tooltip } from '@mantine/core'
import { type CSSProperties, type MouseEvent, useMemo, useState } from 'react'
import { memberOf } from '#data/member-of.ts'
import { duration, exactTimeAt } from '#format/times.ts'
import { formatMeasure } from '#format/values.ts'
import type { Span } from '#range/span.ts'
import { texts } from '#texts/explore.ts'
import { texts as chart } from '#texts/explore-chart.ts'
import type { StateRow } from './drawing.ts'
import { lineToken } from './line-colors.ts'
import { sharesOf } from './shares.ts'
import classes from './state-timeline.module.css'
import type { Stretch } from './states.ts'

interface StateTimelineProps {
  readonly name: string
  readonly rows: readonly StateRow[]
  readonly range: Span
  readonly zone: string
}

/** States beyond this number share one colour, starting with the rarest. */
const COLORS = 8
const LEFT_OUT = '--line-strong'
const fixedColors: Readonly<Record<string, string>> = {
  on: '--series-1',
  off: LEFT_OUT,
  [texts.states.partlyOn]: '--series-2',
}

/** The states of each thing over time, and the share of time in each. */
export function StateTimeline({ name, rows, range, zone }: StateTimelineProps) {
  const shares = sharesOf(rows.flatMap(({ stretches }) => stretches))
  const common = shares.slice(0, COLORS).map(({ state }) => state)
  const colorOf = (state: string) => {
    const index = common.indexOf(state)
    return memberOf(fixedColors, state) ?? (index < 0 ? LEFT_OUT : lineToken(index))
  }
  return (
    <div className={classes.timeline}>
      {rows.map(({ id, label, stretches }) => (
        <div key={id} className={classes.row}>
          <span className={classes.label}>{label}</span>
          <Track
            label={wordsOf(name, label, stretches)}
            colors={stretches.map(({ state }) => colorOf(state))}
            {...{ stretches, range, zone }}
          />
        </div>
      ))}
      <div className={classes.row}>
        <span />
        <div className={classes.axis}>
          <span>{exactTimeAt(range.from, zone)}</span>
          <span>{exactTimeAt(range.to, zone)}</span>
        </div>
      </div>
      <ul className={classes.states}>
        {shares.slice(0, 2 * COLORS).map(({ state, share }) => (
          <li key={state}>
            <span
              className={classes.swatch}
              style={{ '--color': `var(${colorOf(state)})` } as CSSProperties}
              aria-hidden
            />
            <bdi>{state}</bdi> <strong>{formatMeasure(share * 100, '%', 3)}</strong>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface TrackProps {
  readonly label: string
  readonly stretches: readonly Stretch[]
  /** A colour token per stretch. */
  readonly colors: readonly string[]
  readonly range: Span
  readonly zone: string
}

/** Narrower stretches, as a share of the track, have no room for a word. */
const NARROW = 0.02

/** The states of a thing. All share one tooltip: a text may change a thousand times. */
function Track({ label, stretches, colors, range, zone }: TrackProps) {
  const [over, setOver] = useState<Stretch>()
  const length = range.to - range.from
  const drawn = useMemo(
    () =>
      stretches.map((stretch, i) => (
        <span
          key={stretch.from}
          className={classes.stretch}
          style={{ ...placeOf(stretch, range), '--color': `var(${colors[i]})` } as CSSProperties}
        >
          {stretch.to - stretch.from > NARROW * length && (
            <span className={classes.word}>{stretch.state}</span>
          )}
        </span>
      )),
    [stretches, colors, range, length],
  )
  function point({ currentTarget, clientX }: MouseEvent) {
    const { left, width } = currentTarget.getBoundingClientRect()
    const at = range.from + (length * (clientX - left)) / width
    setOver(stretches.find(({ from, to }) => from <= at && at < to))
  }
  return (
    <Tooltip.Floating
      label={over && stretchWords(over, zone)}
      disabled={!over}
      multiline
      maw={320}
      position="top"
    >
      <div className={classes.track} role="img" aria-label={label} onMouseMove={point}>
        {drawn}
      </div>
    </Tooltip.Floating>
  )
}

function placeOf({ from, to }: Stretch, range: Span) {
  const length = range.to - range.from
  return {
    left: `${(100 * (from - range.from)) / length}%`,
    width: `${(100 * (Math.min(to, range.to) - from)) / length}%`,
  }
}

function stretchWords({ from, to, state }: Stretch, zone: string): string {
  return chart.timeline.stretch(
    state,
    duration(to - from),
    exactTimeAt(from, zone),
    exactTimeAt(to, zone),
  )
}

function wordsOf(name: string, label: string, stretches: readonly Stretch[]): string {
  const shares = sharesOf(stretches).slice(0, COLORS)
  const each = shares.map(({ state, share }) => `${state} ${formatMeasure(share * 100, '%', 3)}`)
  return chart.timeline.of(name, label, each.join(', ') || texts.states.noData)
}
