'use client'

import { useQuery } from '@tanstack/react-query'
import { PageLink } from '#address/page-link.tsx'
import { CopyLine } from '#copy/copy-line.tsx'
import { useTRPC } from '#data/trpc.ts'
import { useConsole } from '#frame/console-context.tsx'
import { PageHeader } from '#frame/page-header.tsx'
import { usePerson } from '#frame/person-context.tsx'
import { Section } from '#frame/section.tsx'
import { Gauges } from '#limits/gauges.tsx'
import { useLimits } from '#limits/use-limits.ts'
import { Failed } from '#states/failed.tsx'
import { Figures } from './figures.tsx'
import { NextSteps } from './next-steps.tsx'
import { overviewQueries } from './queries.ts'
import { RecentlySeen } from './recently-seen.tsx'

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
  const limits = useLimits()
  const failed = [keys, things, sites].find((query) => query.error)
  const rows = things.data?.items ?? []
  const [latest] = rows
  const name = memberships.find((row) => row.organizationId === organizationId)?.name

  return (
    <>
      <PageHeader title="Overview" lead={`${name} at a glance.`} />
      {failed ? (
        <Failed what="The overview" error={failed.error} retry={failed.refetch} />
      ) : (
        <Figures keys={keys.data} things={things.data} sites={sites.data} />
      )}
      {limits.data && (
        <Section title="Requests left" actions={<PageLink href="/limits">Limits</PageLink>}>
          <Gauges limits={limits.data.items} />
        </Section>
      )}
      <Section title="API">
        <CopyLine text={`${apiUrl}/v2`} what="the API's base URL" />
      </Section>
      <Section title="Next steps">
        <NextSteps
          hasKeys={(keys.data?.items.length ?? 0) > 0}
          thing={latest}
          hasData={Boolean(latest?.lastSeenAt)}
        />
      </Section>
      <RecentlySeen things={rows} />
    </>
  )
}
