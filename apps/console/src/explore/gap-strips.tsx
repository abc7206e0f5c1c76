import { Tooltip, UnstyledButton } from '@mantine/core'
import { duration, exactTimeAt } from '#format/times.ts'
import { widened } from '#range/range.ts'
import type { Span } from '#range/span.ts'
import { texts } from '#texts/explore-chart.ts'
import classes from './gap-strips.module.css'
import { gapsIn, MOST_GAPS } from './gaps.ts'
import type { Gap, Line } from './lines.ts'

interface GapStripsProps {
  readonly lines: readonly Line[]
  readonly range: Span
  readonly zone: string
  readonly expectedSeconds: number | null
  /** Seconds of a bucket; undefined for raw samples. */
  readonly bucket: number | undefined
  readonly onZoom: (span: Span) => void
}

/** Below a chart: one strip for each line with missing data. Clicking a gap zooms in around it. */
export function GapStrips(props: GapStripsProps) {
  const { lines, range, zone, expectedSeconds, bucket, onZoom } = props
  const strips = lines
    .map((line) => ({ line, gaps: gapsIn(line, range, expectedSeconds, bucket) }))
    .filter(({ gaps }) => gaps.length > 0)
  if (strips.length === 0) return null
  return (
    <div className={classes.strips}>
      {strips.map(({ line, gaps }) => (
        <ul
          key={line.id}
          className={classes.strip}
          aria-label={texts.gaps.of(line.label)}
          style={{ '--color': `var(${line.color})` } as React.CSSProperties}
        >
          {gaps.slice(0, MOST_GAPS).map((gap) => (
            <li key={gap.from} className={classes.place} style={placeOf(gap, range)}>
              <Tooltip label={wordsOf(line, gap, zone)}>
                <UnstyledButton
                  className={classes.gap}
                  aria-label={wordsOf(line, gap, zone)}
                  onClick={() => onZoom(widened(gap, 3))}
                />
              </Tooltip>
            </li>
          ))}
        </ul>
      ))}
      <p className={classes.words}>{summaryOf(strips)}</p>
    </div>
  )
}

function placeOf({ from, to }: Gap, range: Span) {
  const length = range.to - range.from
  const left = (from - range.from) / length
  return { left: `${100 * left}%`, width: `${(100 * (to - from)) / length}%` }
}

function wordsOf({ label }: Line, { from, to }: Gap, zone: string): string {
  const [start, end] = [exactTimeAt(from, zone), exactTimeAt(to, zone)]
  return texts.gaps.one(label, duration(to - from), start, end)
}

function summaryOf(strips: readonly { line: Line; gaps: readonly Gap[] }[]): string {
  const each = strips.map(({ line, gaps }) => {
    const longest = Math.max(...gaps.map(({ from, to }) => to - from))
    return texts.gaps.ofLine(line.label, gaps.length, duration(longest))
  })
  return texts.gaps.all(each.join('; '))
}
