'use client'

import { type StorageQuota, sizeText, storageDefaults } from '@sluice/contract'
import { useTRPCClient } from '#data/trpc.ts'
import { texts } from '#texts/operator-limits.ts'
import { OwnFigure } from '../own-figure.tsx'
import { ChangeQuota } from './change-quota.tsx'

interface QuotaActionsProps {
  readonly organizationId: string
  readonly quota: StorageQuota
}

/** Changes an organization's quota, or resets it to the default. */
export function QuotaActions({ organizationId: id, quota }: QuotaActionsProps) {
  const client = useTRPCClient()
  const { kind, source, mostBytes } = quota
  return (
    <OwnFigure
      labels={{ change: texts.storage.changeOf(kind), reset: texts.storage.resetOf(kind) }}
      isOwn={source !== 'default'}
      reset={{
        title: texts.storage.resets.title(kind),
        effect: texts.storage.resets.effect(sizeText(mostBytes), sizeText(storageDefaults[kind])),
        done: texts.storage.resets.done(kind),
        act: () => client.operator.resetQuota.mutate({ id, kind, wasBytes: mostBytes }),
      }}
      dialog={(state) => <ChangeQuota organizationId={id} quota={quota} {...state} />}
    />
  )
}
