import { texts } from '#texts/keys-usage.ts'
import classes from './usage-bars.module.css'

interface UsageBarsProps {
  /** Calls per day, oldest first; undefined until loaded. */
  readonly calls: readonly number[] | undefined
  readonly days: number
}

const HEIGHT = 20
const STEP = 6

/** One bar per day, scaled to the busiest one. Has the same size while loading. */
export function UsageBars({ calls, days }: UsageBarsProps) {
  const counts = calls ?? Array.from({ length: days }, () => 0)
  const most = Math.max(1, ...counts)
  const total = counts.reduce((sum, count) => sum + count, 0)
  const words = calls ? texts.inDays(total, days) : texts.unknown
  return (
    <span className={classes.usage}>
      <svg
        className={classes.bars}
        width={days * STEP - 2}
        height={HEIGHT}
        role="img"
        aria-label={words}
      >
        {counts.map((count, day) => {
          const height = count === 0 ? 1 : Math.max(2, (count / most) * HEIGHT)
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place in time
              key={day}
              x={day * STEP}
              y={HEIGHT - height}
              width={STEP - 2}
              height={height}
              data-empty={count === 0 || undefined}
            />
          )
        })}
      </svg>
      <span className={classes.total}>{calls ? compact.format(total) : ''}</span>
    </span>
  )
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
