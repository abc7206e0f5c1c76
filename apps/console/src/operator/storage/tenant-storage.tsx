'use client'

import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { Section } from '#frame/section.tsx'
import { StorageGauges } from '#limits/storage/storage-gauges.tsx'
import { Loaded } from '#states/loaded.tsx'
import { texts } from '#texts/limits.ts'
import { QuotaActions } from './quota-actions.tsx'

/** An organization's storage, as its own admins see it, with actions that change quotas. */
export function TenantStorage({ organizationId: id }: { organizationId: string }) {
  const trpc = useTRPC()
  const storage = useQuery(trpc.operator.storage.queryOptions({ id }))
  return (
    <Section title={texts.storage.title}>
      <Loaded query={storage} title={texts.storage.failed} waiting={<Skeleton height={120} />}>
        {({ items }) => (
          <StorageGauges
            quotas={items}
            actions={(quota) => <QuotaActions organizationId={id} quota={quota} />}
          />
        )}
      </Loaded>
    </Section>
  )
}
