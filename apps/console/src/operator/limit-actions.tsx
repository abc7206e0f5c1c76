'use client'

import type { TierLimit } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { texts } from '#texts/operator-limits.ts'
import { ChangeLimit } from './change-limit.tsx'
import { OwnFigure, useAfterReset } from './own-figure.tsx'

interface LimitActionsProps {
  readonly organizationId: string
  readonly limit: TierLimit
}

/** Changes an organization's limit of a tier, or resets it to the default. */
export function LimitActions({ organizationId, limit }: LimitActionsProps) {
  const trpc = useTRPC()
  const { tier, source } = limit
  const reset = useMutation(trpc.operator.resetLimit.mutationOptions(useAfterReset()))
  return (
    <OwnFigure
      labels={{ change: texts.changeOf(tier), reset: texts.resetOf(tier) }}
      isOwn={source !== 'default'}
      isResetting={reset.isPending}
      onReset={() => reset.mutate({ id: organizationId, tier })}
      dialog={(state) => <ChangeLimit organizationId={organizationId} limit={limit} {...state} />}
    />
  )
}
