'use client'

import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { Section } from '#frame/section.tsx'
import { Failed } from '#states/failed.tsx'
import { LimitedDays } from './limited-days.tsx'
import { LimitedKeys } from './limited-keys.tsx'

const DAYS = 14

/** What the limits have refused lately, by tier and by key. */
export function Refused() {
  const trpc = useTRPC()
  const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const query = { days: DAYS, timezone }
  const { data, error, refetch } = useQuery({
    ...trpc.limits.usage.queryOptions({ query }),
    refetchInterval: 60_000,
  })
  if (error && !data) return <Failed what="The use of the limits" error={error} retry={refetch} />
  if (!data) return <Skeleton height={220} />
  return (
    <>
      <Section title={`Last ${DAYS} days`}>
        <LimitedDays tiers={data.tiers} />
      </Section>
      <Section title="By key">
        <LimitedKeys keys={data.keys} />
      </Section>
    </>
  )
}
