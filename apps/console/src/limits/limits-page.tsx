'use client'

import { Skeleton } from '@mantine/core'
import { useMayChange } from '#frame/console-context.tsx'
import { PageHeader } from '#frame/page-header.tsx'
import { Section } from '#frame/section.tsx'
import { Failed } from '#states/failed.tsx'
import { texts } from '#texts/limits.ts'
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
        title={texts.title}
        actions={mayAsk && data && <AskForMore limits={data.items} />}
        lead={texts.lead}
      />
      {error && !data && <Failed title={texts.failed} error={error} retry={refetch} />}
      {!data && !error && <Skeleton height={120} />}
      {data && (
        <Section title={texts.leftNow}>
          <Gauges limits={data.items} explained />
        </Section>
      )}
      <RequestList />
      <Refused />
    </>
  )
}
