'use client'

import type { Site } from '@sluice/contract'
import { IconMapPin } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PageLink } from '#address/page-link.tsx'
import { Catalog } from '#catalog/catalog.tsx'
import { catalogQuery } from '#catalog/query.ts'
import { useTRPC } from '#data/trpc.ts'
import { CreateButton, ResourceActions } from '#form/resource-actions.tsx'
import type { ResourceFormOf } from '#form/resource-form.tsx'
import { exactTime } from '#format/times.ts'
import { Coordinates } from '#states/coordinates.tsx'
import { Labels } from '#states/labels.tsx'
import { State } from '#states/state.tsx'
import type { Column } from '#table/column.ts'
import { RowButton } from '#table/row-target.tsx'
import { useUrlState } from '#url/use-url-state.ts'
import { type SiteValues, siteKind } from './kind.ts'
import { SiteFields } from './site-fields.tsx'
import { useSiteChanges } from './use-changes.ts'

export function SitesPage() {
  const trpc = useTRPC()
  const { params } = useUrlState()
  const query = useQuery({
    ...trpc.sites.list.queryOptions(catalogQuery(params)),
    placeholderData: keepPreviousData,
  })
  const dialog = {
    kind: siteKind,
    changes: useSiteChanges(),
    fields: (form: ResourceFormOf<SiteValues>) => <SiteFields form={form} />,
  }
  const create = <CreateButton {...dialog} />
  return (
    <Catalog
      title="Sites"
      lead="Places where things stand, each with a time zone. A key can be limited to one."
      query={query}
      columns={columns}
      facts={facts}
      actions={(site) => (
        <ResourceActions
          {...dialog}
          row={site}
          lost="Its time zone and location are deleted too. This works only while the site has no things."
        />
      )}
      create={create}
      empty={
        <State icon={IconMapPin} title="No sites yet" action={create}>
          A site gives its things a place and a time zone.
        </State>
      }
    />
  )
}

function columns(open: (site: Site) => void): Column<Site>[] {
  return [
    {
      header: 'Name',
      phone: true,
      cell: (site) => (
        <RowButton onClick={() => open(site)} belowOnPhone={<code>{site.id}</code>}>
          {site.name}
        </RowButton>
      ),
    },
    { header: 'Id', cell: ({ id }) => <code>{id}</code> },
    { header: 'Time zone', phone: true, cell: ({ timezone }) => timezone },
    {
      header: 'Location',
      cell: ({ location }) => (location ? <Coordinates point={location} /> : '–'),
    },
  ]
}

function facts(site: Site): [string, ReactNode][] {
  return [
    ['Id', <code key="id">{site.id}</code>],
    ['Description', site.description || 'None'],
    ['Time zone', site.timezone],
    ['Location', <Coordinates key="place" point={site.location} />],
    ['Address', site.address ?? 'None'],
    ['Labels', <Labels key="labels" labels={site.labels} />],
    ['Created', exactTime(site.createdAt)],
    [
      'Things',
      <PageLink key="things" href={`/things?site=${encodeURIComponent(site.id)}`}>
        Things in this site
      </PageLink>,
    ],
  ]
}
