'use client'

import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { Section } from '#frame/section.tsx'
import { Loaded } from '#states/loaded.tsx'
import { texts } from '#texts/limits.ts'
import { DECIDED_MS } from '../requests/query.ts'
import { storageQuery } from './storage.ts'
import { StorageGauges } from './storage-gauges.tsx'

export function StorageSection() {
  const trpc = useTRPC()
  const storage = useQuery({
    ...trpc.organization.storage.queryOptions(storageQuery),
    refetchInterval: DECIDED_MS,
  })
  return (
    <Loaded query={storage} title={texts.storage.failed} waiting={<Skeleton height={120} />}>
      {({ items }) => (
        <Section title={texts.storage.title}>
          <StorageGauges quotas={items} />
        </Section>
      )}
    </Loaded>
  )
}
