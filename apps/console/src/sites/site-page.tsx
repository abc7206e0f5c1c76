'use client'

import { Skeleton } from '@mantine/core'
import type { Site } from '@sluice/contract'
import { IconBroadcast } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import { PageLink } from '#address/page-link.tsx'
import { NoSuch } from '#catalog/lazy-no-such.tsx'
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
import { Labels } from '#states/labels.tsx'
import { Loaded } from '#states/loaded.tsx'
import { State } from '#states/state.tsx'
import { texts as common } from '#texts/common.ts'
import { texts } from '#texts/sites.ts'
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
  const query = useQuery(trpc.sites.get.queryOptions({ params: { siteId }, query: {} }))
  const shown = thingsIn({ kind: 'site', id: siteId }, text(params, 'cursor'))
  const things = useQuery(trpc.things.list.queryOptions(shown))
  return (
    <Loaded
      query={query}
      title={texts.page.failed}
      missing={<NoSuch kind="site" />}
      waiting={<Skeleton height={480} />}
    >
      {(data) => {
        const place = {
          kind: 'site',
          id: data.id,
          name: data.name,
          timezone: data.timezone,
        } as const
        return (
          <>
            <Trail href="/sites">{texts.title}</Trail>
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
                  lost={texts.page.lost}
                />
              }
            />
            <PlaceData place={place} isEmpty={things.data?.total === 0}>
              <Section title={texts.page.now}>
                <LatestGrid
                  place={place}
                  empty={
                    <State icon={IconBroadcast} title={texts.page.none.title}>
                      {texts.page.none.text}
                    </State>
                  }
                />
              </Section>
            </PlaceData>
            <Section title={texts.page.details}>
              <Facts rows={facts(data)} />
            </Section>
          </>
        )
      }}
    </Loaded>
  )
}

function facts(site: Site): [string, ReactNode][] {
  return [
    [texts.id, <code key="id">{site.id}</code>],
    [texts.timeZone, site.timezone],
    [texts.location, <Coordinates key="place" point={site.location} />],
    [texts.address, site.address ?? common.none],
    [texts.labels, <Labels key="labels" labels={site.labels} />],
    [texts.created, <ExactTime key="createdAt" iso={site.createdAt} />],
    [texts.updated, <ExactTime key="updatedAt" iso={site.updatedAt} />],
    [
      texts.things,
      <PageLink key="things" href={`/things?site=${encodeURIComponent(site.id)}`}>
        {texts.page.seeThings}
      </PageLink>,
    ],
  ]
}
