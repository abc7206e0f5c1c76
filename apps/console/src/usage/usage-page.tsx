'use client'

import { Skeleton } from '@mantine/core'
import { PageHeader } from '#frame/page-header.tsx'
import { Section } from '#frame/section.tsx'
import { Loaded } from '#states/loaded.tsx'
import { texts } from '#texts/usage.ts'
import { BusyThings } from './busy-things.tsx'
import { SampleDays } from './sample-days.tsx'
import { LAST_DAYS, useUsage } from './use-usage.ts'

export function UsagePage() {
  const query = useUsage()
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead} />
      <Loaded query={query} title={texts.failed} waiting={<Skeleton height={220} />}>
        {(data) => (
          <>
            <Section title={texts.lastDays(LAST_DAYS)}>
              <SampleDays samples={data.samples} days={data.days} />
            </Section>
            <Section title={texts.byThing.title}>
              <BusyThings usage={data} />
            </Section>
          </>
        )}
      </Loaded>
    </>
  )
}
