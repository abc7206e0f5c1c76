import { type StorageQuota, sizeText } from '@sluice/contract'
import type { ReactNode } from 'react'
import { useExactTime } from '#format/exact-time.tsx'
import { texts } from '#texts/limits.ts'
import { Gauge, GaugeList } from '../gauge.tsx'
import { isNearlyFull, storageText, usedPart, usedText } from './storage.ts'

interface StorageGaugesProps {
  readonly quotas: readonly StorageQuota[]
  /** Actions for a quota. */
  readonly actions?: (quota: StorageQuota) => ReactNode
}

/** Used storage and quotas of an organization. */
export function StorageGauges({ quotas, actions }: StorageGaugesProps) {
  const exact = useExactTime()
  return (
    <GaugeList>
      {quotas.map((quota) => (
        <Gauge
          key={quota.kind}
          name={quota.kind}
          figures={texts.storage.upTo(sizeText(quota.mostBytes))}
          level={usedPart(quota)}
          isLow={isNearlyFull(quota)}
          amount={usedText(quota)}
          rest={quota.usedBytes === null ? '' : texts.storage.used}
          text={storageText(quota, exact)}
        >
          {actions?.(quota)}
        </Gauge>
      ))}
    </GaugeList>
  )
}
