'use client'

import { Skeleton } from '@mantine/core'
import { useMayChange } from '#frame/console-context.tsx'
import { PageHeader } from '#frame/page-header.tsx'
import { Section } from '#frame/section.tsx'
import { Loaded } from '#states/loaded.tsx'
import { texts } from '#texts/limits.ts'
import { Gauges } from './gauges.tsx'
import { Refused } from './refused.tsx'
import { AskForMore } from './requests/ask-for-more.tsx'
import { RequestList } from './requests/request-list.tsx'
import { StorageSection } from './storage/storage-section.tsx'
import { useLimits } from './use-limits.ts'

export function LimitsPage() {
  const limits = useLimits()
  const { data } = limits
  const mayAsk = useMayChange()
  return (
    <>
      <PageHeader
        title={texts.title}
        actions={mayAsk && data && <AskForMore limits={data.items} />}
        lead={texts.lead}
      />
      <Loaded query={limits} title={texts.failed} waiting={<Skeleton height={120} />}>
        {({ items }) => (
          <Section title={texts.leftNow}>
            <Gauges limits={items} explained />
          </Section>
        )}
      </Loaded>
      <StorageSection />
      <RequestList />
      <Refused />
    </>
  )
}
