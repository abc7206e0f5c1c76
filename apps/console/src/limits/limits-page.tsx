'use client'

import { Skeleton } from '@mantine/core'
import { useMayChange } from '#frame/console-context.tsx'
import { PageHeader } from '#frame/page-header.tsx'
import { Section } from '#frame/section.tsx'
import { Failed } from '#states/failed.tsx'
import { Gauges } from './gauges.tsx'
import { Refused } from './refused.tsx'
import { AskForMore } from './requests/ask-for-more.tsx'
import { RequestList } from './requests/request-list.tsx'
import { useLimits } from './use-limits.ts'

export function LimitsPage() {
  const { data, error, refetch } = useLimits()
  const mayAsk = useMayChange()
  return (
    <>
      <PageHeader
        title="Limits"
        actions={mayAsk && data && <AskForMore limits={data.items} />}
        lead="Limits apply to the whole organization. Only successful requests count."
      />
      {error && !data && <Failed what="The limits" error={error} retry={refetch} />}
      {!data && !error && <Skeleton height={120} />}
      {data && (
        <Section title="Left now">
          <Gauges limits={data.items} explained />
        </Section>
      )}
      <RequestList />
      <Refused />
    </>
  )
}
