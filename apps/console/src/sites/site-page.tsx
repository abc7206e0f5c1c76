'use client'

import { Skeleton } from '@mantine/core'
import type { Site } from '@sluice/contract'
import { IconBroadcast } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import { PageLink } from '#address/page-link.tsx'
import { NoSuch } from '#catalog/no-such.tsx'
import { isMissing } from '#data/failure.ts'
import { useTRPC } from '#data/trpc.ts'
import { ResourceActions } from '#form/resource-actions.tsx'
import { ExactTime } from '#format/exact-time.tsx'
import { PageHeader } from '#frame/page-header.tsx'
import { Section } from '#frame/section.tsx'
import { Trail } from '#frame/trail.tsx'
import { LatestGrid } from '#places/latest-grid.tsx'
import { PlaceData } from '#places/place-data.tsx'
import { thingsIn } from '#places/things-now.ts'
import { Coordinates } from '#states/coordinates.tsx'
import { Facts } from '#states/facts.tsx'
import { Failed } from '#states/failed.tsx'
import { Labels } from '#states/labels.tsx'
import { State } from '#states/state.tsx'
import { text } from '#url/search-params.ts'
import { useUrlState } from '#url/use-url-state.ts'
import { siteKind } from './kind.ts'
import { useSiteChanges } from './use-changes.ts'

const SiteFields = dynamic(() => import('./site-fields.tsx').then((all) => all.SiteFields), {
  ssr: false,
})

export function SitePage({ siteId }: { siteId: string }) {
  const trpc = useTRPC()
  const changes = useSiteChanges()
  const { params } = useUrlState()
  const { data, error, refetch } = useQuery(
    trpc.sites.get.queryOptions({ params: { siteId }, query: {} }),
  )
  const shown = thingsIn({ kind: 'site', id: siteId }, text(params, 'cursor'))
  const things = useQuery(trpc.things.list.queryOptions(shown))
  if (isMissing(error)) return <NoSuch kind="site" />
  if (error) return <Failed what="The site" error={error} retry={refetch} />
  if (!data) return <Skeleton height={480} />
  const place = { kind: 'site', id: data.id, name: data.name, timezone: data.timezone } as const
  return (
    <>
      <Trail href="/sites">Sites</Trail>
      <PageHeader
        title={data.name}
        lead={data.description || <code>{data.id}</code>}
        actions={
          <ResourceActions
            kind={siteKind}
            changes={changes}
            fields={(form) => <SiteFields form={form} />}
            row={data}
            leadsTo="/sites"
            lost="Its time zone and location are deleted too. This works only while the site has no things."
          />
        }
      />
      <PlaceData place={place} isEmpty={things.data?.total === 0}>
        <Section title="Now">
          <LatestGrid
            place={place}
            empty={
              <State icon={IconBroadcast} title="No things in it yet">
                A thing is in a site once its form says so.
              </State>
            }
          />
        </Section>
      </PlaceData>
      <Section title="Details">
        <Facts rows={facts(data)} />
      </Section>
    </>
  )
}

function facts(site: Site): [string, ReactNode][] {
  return [
    ['Id', <code key="id">{site.id}</code>],
    ['Time zone', site.timezone],
    ['Location', <Coordinates key="place" point={site.location} />],
    ['Address', site.address ?? 'None'],
    ['Labels', <Labels key="labels" labels={site.labels} />],
    ['Created', <ExactTime key="createdAt" iso={site.createdAt} />],
    [
      'Things',
      <PageLink key="things" href={`/things?site=${encodeURIComponent(site.id)}`}>
        Things in this site
      </PageLink>,
    ],
  ]
}
