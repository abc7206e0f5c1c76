import type { TierLimit } from '@sluice/contract'
import type { ReactNode } from 'react'
import { useExactTime } from '#format/exact-time.tsx'
import { formatCount } from '#format/values.ts'
import { texts } from '#texts/limits.ts'
import { Gauge, GaugeList } from './gauge.tsx'
import { figuresOf, levelOf, refillOf, sourceOf, tierUses } from './tiers.ts'

interface GaugesProps {
  readonly limits: readonly TierLimit[]
  /** Actions for a tier. */
  readonly actions?: (limit: TierLimit) => ReactNode
  /** Adds the purpose of each tier and the source of its limits. */
  readonly explained?: boolean
}

/** What is left in the organization's rate limit buckets. */
export function Gauges({ limits, actions, explained = false }: GaugesProps) {
  const exact = useExactTime()
  return (
    <GaugeList>
      {limits.map((limit) => (
        <Gauge
          key={limit.tier}
          name={limit.tier}
          figures={figuresOf(limit)}
          level={levelOf(limit)}
          isLow={levelOf(limit) < 0.1}
          amount={formatCount(limit.remaining)}
          rest={texts.left(formatCount(limit.burst), refillOf(limit))}
          text={explained ? `${tierUses[limit.tier]}. ${sourceOf(limit, exact)}` : undefined}
        >
          {actions?.(limit)}
        </Gauge>
      ))}
    </GaugeList>
  )
}
