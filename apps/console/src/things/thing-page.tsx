'use client'

import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { PageLink } from '#address/page-link.tsx'
import { NoSuch } from '#catalog/lazy-no-such.tsx'
import { logOf } from '#catalog/log-of.ts'
import { useTRPC } from '#data/trpc.ts'
import { PageHeader } from '#frame/page-header.tsx'
import { Section } from '#frame/section.tsx'
import { Trail } from '#frame/trail.tsx'
import { WithDetails } from '#frame/with-details.tsx'
import { Loaded } from '#states/loaded.tsx'
import { StatusMark } from '#states/status-mark.tsx'
import { texts } from '#texts/things.ts'
import { ThingActions } from './edit/thing-actions.tsx'
import { FreshnessNotice } from './freshness-notice.tsx'
import { ThingFacts } from './thing-facts.tsx'
import { ThingTelemetry } from './thing-telemetry.tsx'

const AuditTrail = dynamic(() => import('#audit/audit-trail.tsx').then((all) => all.AuditTrail), {
  ssr: false,
  loading: () => <Skeleton height={160} />,
})

export function ThingPage({ thingId }: { thingId: string }) {
  const trpc = useTRPC()
  const query = useQuery({
    ...trpc.things.get.queryOptions({ params: { thingId }, query: {} }),
    // Like its values: a notice of silence must not outlast the silence.
    refetchInterval: 30_000,
  })
  return (
    <Loaded
      query={query}
      title={texts.failed}
      missing={<NoSuch kind="thing" />}
      waiting={<Skeleton height={480} />}
    >
      {(data) => (
        <>
          <Trail href="/things">{texts.title}</Trail>
          <PageHeader
            title={data.name}
            lead={data.description || <code>{data.id}</code>}
            actions={
              <>
                <StatusMark status={data.status} />
                <ThingActions thing={data} />
              </>
            }
          />
          <FreshnessNotice thing={data} />
          <WithDetails details={<ThingFacts thing={data} />}>
            <ThingTelemetry thing={data} />
            {/* The changes under earlier types are in the log alone: they have other paths, which only a scan finds. */}
            <Section
              title={texts.changes}
              actions={<PageLink href={logOf('thing', data.id)}>{texts.earlierTypes}</PageLink>}
            >
              <AuditTrail resource={`THING/${data.thingTypeId}/${data.id}`} />
            </Section>
          </WithDetails>
        </>
      )}
    </Loaded>
  )
}
