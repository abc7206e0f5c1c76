'use client'

import { Skeleton } from '@mantine/core'
import { PageHeader } from '#frame/page-header.tsx'
import { Section } from '#frame/section.tsx'
import { Failed } from '#states/failed.tsx'
import { texts } from '#texts/usage.ts'
import { BusyThings } from './busy-things.tsx'
import { SampleDays } from './sample-days.tsx'
import { LAST_DAYS, useUsage } from './use-usage.ts'

export function UsagePage() {
  const { data, error, refetch } = useUsage()
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead} />
      {error && !data && <Failed title={texts.failed} error={error} retry={refetch} />}
      {!data && !error && <Skeleton height={220} />}
      {data && (
        <>
          <Section title={texts.lastDays(LAST_DAYS)}>
            <SampleDays samples={data.samples} days={data.days} />
          </Section>
          <Section title={texts.byThing.title}>
            <BusyThings usage={data} />
          </Section>
        </>
      )}
    </>
  )
}
