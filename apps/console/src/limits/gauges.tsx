import type { TierLimit } from '@sluice/contract'
import type { ReactNode } from 'react'
import { useExactTime } from '#format/exact-time.tsx'
import { formatCount } from '#format/values.ts'
import { texts } from '#texts/limits.ts'
import classes from './gauges.module.css'
import { figuresOf, levelOf, refillOf, sourceOf, tierUses } from './tiers.ts'

interface GaugesProps {
  readonly limits: readonly TierLimit[]
  /** What can be done about a tier. */
  readonly actions?: (limit: TierLimit) => ReactNode
  /** With what each tier is for, and where its figures come from. */
  readonly explained?: boolean
}

/** What is left in the organization's buckets. */
export function Gauges({ limits, actions, explained = false }: GaugesProps) {
  return (
    <ul className={classes.gauges}>
      {limits.map((limit) => (
        <li key={limit.tier} className={classes.gauge}>
          <Gauge limit={limit} explained={explained} />
          {actions?.(limit)}
        </li>
      ))}
    </ul>
  )
}

function Gauge({ limit, explained }: { limit: TierLimit; explained: boolean }) {
  const { tier, remaining, burst } = limit
  const exact = useExactTime()
  return (
    <>
      <div className={classes.head}>
        <code>{tier}</code>
        <span className={classes.figures}>{figuresOf(limit)}</span>
      </div>
      <div className={classes.track} aria-hidden>
        <div
          className={classes.level}
          data-low={levelOf(limit) < 0.1}
          style={{ transform: `scaleX(${levelOf(limit)})` }}
        />
      </div>
      <div className={classes.left}>
        <strong>{formatCount(remaining)}</strong>
        {texts.left(formatCount(burst), refillOf(limit))}
      </div>
      {explained && (
        <p className={classes.text}>
          {tierUses[tier]}. {sourceOf(limit, exact)}
        </p>
      )}
    </>
  )
}
