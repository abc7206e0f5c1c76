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
import { Loaded, type LoadedQuery } from '#states/loaded.tsx'
import { texts } from '#texts/overview.ts'
import { Attention } from './attention.tsx'
import { Figures } from './figures.tsx'
import { overviewQueries } from './queries.ts'
import { RecentlySeen } from './recently-seen.tsx'
import { SampleHours } from './sample-hours.tsx'

/** Figures load one by one, so they are shown even before the queries succeed. */
const noneFailed = { data: true, error: null, refetch: () => {} }

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
  const counted: readonly LoadedQuery<unknown>[] = [keys, things, sites]
  const failed =
    counted.find(({ error, data }) => error && !data) ?? counted.find(({ error }) => error)
  const rows = things.data?.items ?? []
  const name = memberships.find((row) => row.organizationId === organizationId)?.name
  const histogram = (counts: typeof calls.data) => (
    <Histogram
      counts={counts}
      zone={zone}
      isBusy={false}
      onZoom={(span) => router.push(address(`/requests?${new URLSearchParams({ ...span })}`))}
    />
  )

  return (
    <>
      <PageHeader title={texts.title} lead={name && texts.lead(name)} />
      <Loaded query={failed ?? noneFailed} title={texts.failed}>
        {() => (
          <Figures
            keys={keys.data}
            things={things.data}
            sites={sites.data}
            samples={samples.data?.samples}
          />
        )}
      </Loaded>
      {things.data && <FirstSteps things={rows} />}
      <Attention calls={calls} />
      <Section
        title={texts.calls.title}
        actions={<PageLink href="/requests">{texts.calls.more}</PageLink>}
      >
        <Loaded query={calls} title={texts.calls.failed} waiting={histogram(undefined)}>
          {histogram}
        </Loaded>
      </Section>
      <Section
        title={texts.samples.title}
        actions={<PageLink href="/usage">{texts.samples.more}</PageLink>}
      >
        <Loaded
          query={samples}
          title={texts.samples.failed}
          waiting={<SampleHours hours={undefined} zone={zone} />}
        >
          {({ hours }) => <SampleHours hours={hours} zone={zone} />}
        </Loaded>
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
