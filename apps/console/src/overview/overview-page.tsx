'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useAddress } from '#address/base-path.tsx'
import { PageLink } from '#address/page-link.tsx'
import { CopyLine } from '#copy/copy-line.tsx'
import { useTRPC } from '#data/trpc.ts'
import { useConsole } from '#frame/console-context.tsx'
import { PageHeader } from '#frame/page-header.tsx'
import { usePerson } from '#frame/person-context.tsx'
import { Section } from '#frame/section.tsx'
import { Gauges } from '#limits/gauges.tsx'
import { useLimits } from '#limits/use-limits.ts'
import { FirstSteps } from '#onboarding/first-steps.tsx'
import { useZone } from '#preferences/preferences-provider.tsx'
import { Histogram } from '#requests/histogram.tsx'
import { Failed } from '#states/failed.tsx'
import { texts } from '#texts/overview.ts'
import { Attention } from './attention.tsx'
import { Figures } from './figures.tsx'
import { overviewQueries } from './queries.ts'
import { RecentlySeen } from './recently-seen.tsx'
import { SampleHours } from './sample-hours.tsx'

export function OverviewPage() {
  const trpc = useTRPC()
  const { apiUrl, organizationId } = useConsole()
  const { memberships } = usePerson()
  const keys = useQuery(trpc.keys.list.queryOptions(overviewQueries.keys))
  const sites = useQuery(trpc.sites.list.queryOptions(overviewQueries.sites))
  const things = useQuery({
    ...trpc.things.list.queryOptions(overviewQueries.things),
    refetchInterval: 30_000,
  })
  const calls = useQuery({
    ...trpc.calls.count.queryOptions(overviewQueries.calls),
    refetchInterval: 60_000,
  })
  const samples = useQuery({
    ...trpc.organization.usage.queryOptions(overviewQueries.samples),
    refetchInterval: 60_000,
  })
  const limits = useLimits()
  const router = useRouter()
  const address = useAddress()
  const zone = useZone()
  const failed = [keys, things, sites].find((query) => query.error)
  const rows = things.data?.items ?? []
  const name = memberships.find((row) => row.organizationId === organizationId)?.name

  return (
    <>
      <PageHeader title={texts.title} lead={name && texts.lead(name)} />
      {failed ? (
        <Failed title={texts.failed} error={failed.error} retry={failed.refetch} />
      ) : (
        <Figures
          keys={keys.data}
          things={things.data}
          sites={sites.data}
          samples={samples.data?.samples}
        />
      )}
      {things.data && <FirstSteps things={rows} />}
      <Attention counts={calls.data} />
      <Section
        title={texts.calls.title}
        actions={<PageLink href="/requests">{texts.calls.more}</PageLink>}
      >
        {calls.error && !calls.data ? (
          <Failed title={texts.calls.failed} error={calls.error} retry={calls.refetch} />
        ) : (
          <Histogram
            counts={calls.data}
            zone={zone}
            isBusy={false}
            onZoom={(span) => router.push(address(`/requests?${new URLSearchParams({ ...span })}`))}
          />
        )}
      </Section>
      <Section
        title={texts.samples.title}
        actions={<PageLink href="/usage">{texts.samples.more}</PageLink>}
      >
        {samples.error && !samples.data ? (
          <Failed title={texts.samples.failed} error={samples.error} retry={samples.refetch} />
        ) : (
          <SampleHours hours={samples.data?.hours} zone={zone} />
        )}
      </Section>
      {limits.data && (
        <Section
          title={texts.limits.title}
          actions={<PageLink href="/limits">{texts.limits.more}</PageLink>}
        >
          <Gauges limits={limits.data.items} />
        </Section>
      )}
      <Section title={texts.api}>
        <CopyLine text={`${apiUrl}/v2`} what={texts.baseUrl} />
      </Section>
      <RecentlySeen things={rows} />
    </>
  )
}
