'use client'

import { Skeleton, VisuallyHidden } from '@mantine/core'
import { type CallCounts, callOutcomes } from '@sluice/contract'
import { type PointerEvent, useState } from 'react'
import { formatCount } from '#format/values.ts'
import { ceilingOf } from '#keys/usage/days.ts'
import { texts } from '#texts/requests.ts'
import { oneOf } from '#url/search-params.ts'
import { useUrlState } from '#url/use-url-state.ts'
import { barAt, type LogSpan, spanOfBars } from './brush.ts'
import classes from './histogram.module.css'
import { dateOf, momentOf, timeOfDay } from './moments.ts'

interface HistogramProps {
  /** Undefined while loading. */
  readonly counts: CallCounts | undefined
  readonly zone: string
  readonly isBusy: boolean
  /** Called when a range was dragged over or a bar was clicked. */
  readonly onZoom: (span: LogSpan) => void
}

/** Calls over time, stacked by outcome. Dragging selects a range; the range controls are the keyboard alternative. */
export function Histogram({ counts, ...rest }: HistogramProps) {
  if (!counts) return <Skeleton height={HEIGHT} className={classes.figure ?? ''} />
  return <Plot counts={counts} {...rest} />
}

/** Height of the whole figure, so that the page does not shift when it loads. */
const HEIGHT = 190

function Plot({ counts, zone, isBusy, onZoom }: HistogramProps & { counts: CallCounts }) {
  const { params } = useUrlState()
  const only = oneOf(params, 'outcome', callOutcomes)
  const { bars, intervalSeconds: step } = counts
  const [from, begin] = useState<number>()
  const [at, move] = useState<number>()
  const ceiling = ceilingOf(bars.map((bar) => ({ calls: bar.ok + bar.refused + bar.failed })))

  const pointed = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return barAt((clientX - left) / width, bars.length)
  }
  function end(event: PointerEvent<HTMLElement>) {
    if (from !== undefined) onZoom(spanOfBars(counts, from, pointed(event)))
    begin(undefined)
  }
  const bar = at === undefined ? undefined : bars[at]
  const marked = from === undefined || at === undefined ? undefined : between(from, at)
  return (
    <figure className={classes.figure} data-busy={isBusy || undefined}>
      <div aria-hidden>
        <p className={classes.words}>
          {bar ? wordsOf(bar, zone, step) : texts.histogram.most(ceiling, lengthOf(step))}
        </p>
        <div
          className={classes.plot}
          onPointerDown={(event) => {
            if (event.button !== 0) return
            event.currentTarget.setPointerCapture(event.pointerId)
            begin(pointed(event))
            move(pointed(event))
          }}
          onPointerMove={(event) => move(pointed(event))}
          onPointerUp={end}
          onPointerCancel={() => begin(undefined)}
          onPointerLeave={() => move(undefined)}
        >
          {bars.map((one, i) => (
            <div
              key={one.at}
              className={classes.bar}
              data-marked={(marked && i >= marked[0] && i <= marked[1]) || i === at || undefined}
            >
              {callOutcomes.map((outcome) => (
                <span
                  key={outcome}
                  data-outcome={outcome}
                  data-dimmed={(only && only !== outcome) || undefined}
                  style={{ height: heightOf(one[outcome], ceiling) }}
                />
              ))}
            </div>
          ))}
        </div>
        <div className={classes.axis}>
          {axisOf(bars).map((iso) => (
            <span key={iso}>{momentOf(iso, zone, axisStep(counts))}</span>
          ))}
        </div>
      </div>
      <VisuallyHidden>
        <Figures counts={counts} zone={zone} />
      </VisuallyHidden>
    </figure>
  )
}

/** At least 2 px, so that a single call is visible. */
function heightOf(calls: number, ceiling: number): string {
  return calls === 0 ? '0' : `max(2px, ${(calls / ceiling) * 100}%)`
}

function between(a: number, b: number): readonly [number, number] {
  return a <= b ? [a, b] : [b, a]
}

type Bar = CallCounts['bars'][number]

/** The times labelled on the axis, evenly spaced. */
function axisOf(bars: readonly Bar[]): string[] {
  const places = [0, 0.25, 0.5, 0.75].map((share) => Math.floor(share * bars.length))
  return [...new Set(places)].flatMap((place) => bars[place]?.at ?? [])
}

/** Adds dates to the axis if the range is longer than a day. */
function axisStep({ bars, intervalSeconds }: CallCounts): number {
  const isLong = bars.length * intervalSeconds > 25 * 3600
  return isLong ? Math.max(intervalSeconds, 901) : intervalSeconds
}

function wordsOf(bar: Bar, zone: string, step: number): string {
  const end = new Date(Date.parse(bar.at) + step * 1000).toISOString()
  const counts = callOutcomes.map((outcome) => `${formatCount(bar[outcome])} ${outcome}`)
  const [from, to] = [timeOfDay(bar.at, zone, step), timeOfDay(end, zone, step)]
  return texts.histogram.bar(dateOf(bar.at, zone), from, to, counts.join(', '))
}

function lengthOf(seconds: number): string {
  const { lengths } = texts.histogram
  if (seconds < 60) return lengths.second(seconds)
  if (seconds < 3600) return lengths.minute(seconds / 60)
  return seconds < 86_400 ? lengths.hour(seconds / 3600) : lengths.day
}

/** The bars with calls, as a table for screen readers. */
function Figures({ counts, zone }: { counts: CallCounts; zone: string }) {
  const { bars, intervalSeconds } = counts
  return (
    <table>
      <caption>{texts.histogram.caption}</caption>
      <thead>
        <tr>
          {[texts.histogram.from, ...callOutcomes].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars
          .filter((bar) => bar.ok + bar.refused + bar.failed > 0)
          .map((bar) => (
            <tr key={bar.at}>
              <th scope="row">{`${dateOf(bar.at, zone)}, ${timeOfDay(bar.at, zone, intervalSeconds)}`}</th>
              {callOutcomes.map((outcome) => (
                <td key={outcome}>{bar[outcome]}</td>
              ))}
            </tr>
          ))}
      </tbody>
    </table>
  )
}
