'use client'

import type { Site } from '@sluice/contract'
import { IconMapPin } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Catalog } from '#catalog/catalog.tsx'
import { catalogQuery } from '#catalog/query.ts'
import { useTRPC } from '#data/trpc.ts'
import { useCreate } from '#form/resource-actions.tsx'
import type { ResourceFormOf } from '#form/resource-form.tsx'
import { Coordinates } from '#states/coordinates.tsx'
import { State } from '#states/state.tsx'
import type { Column } from '#table/column.ts'
import { RowLink } from '#table/row-target.tsx'
import { texts } from '#texts/sites.ts'
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
  const create = useCreate(dialog)
  return (
    <Catalog
      title={texts.title}
      lead={texts.lead}
      query={query}
      columns={() => columns}
      create={create}
      empty={
        <State icon={IconMapPin} title={texts.none.title} action={create.button}>
          {texts.none.text}
        </State>
      }
    />
  )
}

const columns: readonly Column<Site>[] = [
  {
    header: texts.name,
    phone: true,
    cell: ({ id, name }) => (
      <RowLink href={`/sites/${encodeURIComponent(id)}`} belowOnPhone={<code>{id}</code>}>
        {name}
      </RowLink>
    ),
  },
  { header: texts.id, cell: ({ id }) => <code>{id}</code> },
  { header: texts.timeZone, phone: true, cell: ({ timezone }) => timezone },
  {
    header: texts.location,
    cell: ({ location }) => (location ? <Coordinates point={location} /> : '–'),
  },
]
