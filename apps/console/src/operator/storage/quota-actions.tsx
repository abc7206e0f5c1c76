'use client'

import type { StorageQuota } from '@sluice/contract'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { texts } from '#texts/operator-limits.ts'
import { OwnFigure, useAfterReset } from '../own-figure.tsx'
import { ChangeQuota } from './change-quota.tsx'

interface QuotaActionsProps {
  readonly organizationId: string
  readonly quota: StorageQuota
}

/** Changes an organization's quota, or resets it to the default. */
export function QuotaActions({ organizationId, quota }: QuotaActionsProps) {
  const trpc = useTRPC()
  const { kind, source } = quota
  const reset = useMutation(trpc.operator.resetQuota.mutationOptions(useAfterReset()))
  return (
    <OwnFigure
      labels={{ change: texts.storage.changeOf(kind), reset: texts.storage.resetOf(kind) }}
      isOwn={source !== 'default'}
      isResetting={reset.isPending}
      onReset={() => reset.mutate({ id: organizationId, kind })}
      dialog={(state) => <ChangeQuota organizationId={organizationId} quota={quota} {...state} />}
    />
  )
}
