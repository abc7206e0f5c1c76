'use client'

import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { Section } from '#frame/section.tsx'
import { Gauges } from '#limits/gauges.tsx'
import { LimitUse } from '#limits/refused.tsx'
import { useLastDays } from '#limits/use-limit-use.ts'
import { Loaded } from '#states/loaded.tsx'
import { texts as limitTexts } from '#texts/limits.ts'
import { texts } from '#texts/operator-limits.ts'
import { AddIngestion } from './add-ingestion.tsx'
import { LimitActions } from './limit-actions.tsx'

const LEVELS_EVERY_MS = 2_000

/** An organization's remaining limits and recent usage, as its own admins see them, with actions that change limits. */
export function TenantUse({ organizationId: id }: { organizationId: string }) {
  const trpc = useTRPC()
  const limits = useQuery({
    ...trpc.operator.limits.queryOptions({ id }),
    refetchInterval: LEVELS_EVERY_MS,
  })
  const use = useQuery(trpc.operator.usage.queryOptions({ id, query: useLastDays() }))
  return (
    <>
      <Section
        title={texts.leftNow}
        actions={limits.data && <AddIngestion organizationId={id} limits={limits.data.items} />}
      >
        <Loaded query={limits} title={limitTexts.failed} waiting={<Skeleton height={120} />}>
          {({ items }) => (
            <Gauges
              limits={items}
              explained
              actions={(limit) => <LimitActions organizationId={id} limit={limit} />}
            />
          )}
        </Loaded>
      </Section>
      <LimitUse use={use} />
    </>
  )
}
