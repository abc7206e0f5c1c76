'use client'

import { Skeleton } from '@mantine/core'
import { PageHeader } from '#frame/page-header.tsx'
import { Section } from '#frame/section.tsx'
import { Failed } from '#states/failed.tsx'
import { BusyThings } from './busy-things.tsx'
import { SampleDays } from './sample-days.tsx'
import { LAST_DAYS, useUsage } from './use-usage.ts'

export function UsagePage() {
  const { data, error, refetch } = useUsage()
  return (
    <>
      <PageHeader
        title="Usage"
        lead="Accepted samples by the UTC day they arrived. A resent sample counts again. Erasing does not reduce the count."
      />
      {error && !data && <Failed what="The usage" error={error} retry={refetch} />}
      {!data && !error && <Skeleton height={220} />}
      {data && (
        <>
          <Section title={`Last ${LAST_DAYS} days`}>
            <SampleDays samples={data.samples} days={data.days} />
          </Section>
          <Section title="By thing">
            <BusyThings usage={data} />
          </Section>
        </>
      )}
    </>
  )
}
