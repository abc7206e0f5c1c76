'use client'

import { Skeleton } from '@mantine/core'
import type { LimitUsage } from '@sluice/contract'
import { Section } from '#frame/section.tsx'
import { Failed } from '#states/failed.tsx'
import { LimitedDays } from './limited-days.tsx'
import { LimitedKeys } from './limited-keys.tsx'
import { LAST_DAYS, useLimitUse } from './use-limit-use.ts'

/** What the limits have refused lately, by tier and by key. */
export function Refused() {
  const { data, error, refetch } = useLimitUse()
  return <LimitUse usage={data} error={error} retry={refetch} linked />
}

interface LimitUseProps {
  readonly usage: LimitUsage | undefined
  readonly error: unknown
  readonly retry: () => unknown
  /** Whether the keys' own pages can be reached from here. */
  readonly linked?: boolean
}

/** An organization's last days, once they are there. */
export function LimitUse({ usage, error, retry, linked = false }: LimitUseProps) {
  if (error && !usage) return <Failed what="The use of the limits" error={error} retry={retry} />
  if (!usage) return <Skeleton height={220} />
  return (
    <>
      <Section title={`Last ${LAST_DAYS} days`}>
        <LimitedDays tiers={usage.tiers} />
      </Section>
      <Section title="By key">
        <LimitedKeys keys={usage.keys} linked={linked} />
      </Section>
    </>
  )
}
