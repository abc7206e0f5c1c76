'use client'

import { type TierLimit, tiers } from '@sluice/contract'
import { useTRPCClient } from '#data/trpc.ts'
import { figuresOf } from '#limits/tiers.ts'
import { texts } from '#texts/operator-limits.ts'
import { ChangeLimit } from './change-limit.tsx'
import { OwnFigure } from './own-figure.tsx'

interface LimitActionsProps {
  readonly organizationId: string
  readonly limit: TierLimit
}

/** Changes an organization's limit of a tier, or resets it to the default. */
export function LimitActions({ organizationId: id, limit }: LimitActionsProps) {
  const client = useTRPCClient()
  const { tier, source, perMinute, burst } = limit
  const usual = tier === 'ingest' ? texts.resets.notDedicated : figuresOf(tiers[tier])
  return (
    <OwnFigure
      labels={{ change: texts.changeOf(tier), reset: texts.resetOf(tier) }}
      isOwn={source !== 'default'}
      reset={{
        title: texts.resets.title(tier),
        effect: texts.resets.effect(figuresOf(limit), usual),
        done: texts.resets.done(tier),
        act: () => client.operator.resetLimit.mutate({ id, tier, was: { perMinute, burst } }),
      }}
      dialog={(state) => <ChangeLimit organizationId={id} limit={limit} {...state} />}
    />
  )
}
