'use client'

import { Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { LimitUsage } from '@sluice/contract'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useMayChange } from '#frame/console-context.tsx'
import { Section } from '#frame/section.tsx'
import { Loaded, type LoadedQuery } from '#states/loaded.tsx'
import { texts } from '#texts/limits.ts'
import { LimitedDays } from './limited-days.tsx'
import { LimitedKeys } from './limited-keys.tsx'
import { LAST_DAYS, useLimitUse } from './use-limit-use.ts'

const KeyShare = dynamic(() => import('./key-share.tsx').then((module) => module.KeyShare))

/** Recently rate-limited calls by tier and by key. */
export function Refused() {
  const use = useLimitUse()
  const mayChange = useMayChange()
  const [shown, setShown] = useState<LimitUsage['keys'][number]>()
  const [isSharing, sharing] = useDisclosure(false)

  function share(row: LimitUsage['keys'][number]) {
    setShown(row)
    sharing.open()
  }

  return (
    <>
      <LimitUse use={use} linked onShare={mayChange ? share : undefined} />
      {shown && <KeyShare {...shown} opened={isSharing} onClose={sharing.close} />}
    </>
  )
}

interface LimitUseProps {
  readonly use: LoadedQuery<LimitUsage>
  /** Whether to link to the keys' pages. */
  readonly linked?: boolean
  readonly onShare?: ((row: LimitUsage['keys'][number]) => void) | undefined
}

/** An organization's usage of its limits in the last days. */
export function LimitUse(props: LimitUseProps) {
  const { use, linked = false, onShare } = props
  return (
    <Loaded query={use} title={texts.useFailed} waiting={<Skeleton height={220} />}>
      {(usage) => (
        <>
          <Section title={texts.lastDays(LAST_DAYS)}>
            <LimitedDays tiers={usage.tiers} />
          </Section>
          <Section title={texts.byKey.title}>
            <LimitedKeys keys={usage.keys} linked={linked} onShare={onShare} />
          </Section>
        </>
      )}
    </Loaded>
  )
}
