'use client'

import { IconBuilding } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { formatCount } from '#format/values.ts'
import { PageHeader } from '#frame/page-header.tsx'
import type { RouterOutput } from '#server/trpc/router.ts'
import { State } from '#states/state.tsx'
import type { Column } from '#table/column.ts'
import { List } from '#table/list.tsx'
import { NothingFound } from '#table/nothing-found.tsx'
import { RowLink } from '#table/row-target.tsx'
import { SearchField } from '#table/search-field.tsx'
import { Toolbar } from '#table/toolbar.tsx'
import { texts } from '#texts/operator-organizations.tsx'
import { useUrlState } from '#url/use-url-state.ts'
import { tenantFilters, tenantsQuery } from './query.ts'

type Tenant = RouterOutput['operator']['organizations']['items'][number]

const count = (header: string, of: (tenant: Tenant) => number, phone = false): Column<Tenant> => ({
  header,
  width: '152px',
  align: 'end',
  phone,
  cell: (tenant) => formatCount(of(tenant)),
})

const columns: readonly Column<Tenant>[] = [
  {
    header: texts.organization,
    phone: true,
    cell: ({ id, name }) => (
      <RowLink href={`/organizations/${encodeURIComponent(id)}`} below={<code>{id}</code>}>
        {name}
      </RowLink>
    ),
  },
  count(texts.things, ({ things }) => things),
  count(texts.activeKeys, ({ keys }) => keys),
  count(texts.calls, ({ calls }) => calls, true),
  count(texts.organizations.limited, ({ limited }) => limited),
  count(texts.organizations.openRequests, ({ openRequests }) => openRequests),
]

/** All organizations, with their size and how often they hit their limits. */
export function OrganizationsPage() {
  const trpc = useTRPC()
  const { params } = useUrlState()
  const query = useQuery({
    ...trpc.operator.organizations.queryOptions(tenantsQuery(params)),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader title={texts.organizations.title} lead={texts.organizations.lead} />
      <Toolbar>
        <SearchField label={texts.organizations.search} />
      </Toolbar>
      <List
        caption={texts.organizations.title}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          params.has('text') ? (
            <NothingFound title={texts.organizations.nothingFound} filters={tenantFilters} />
          ) : (
            <State icon={IconBuilding} title={texts.organizations.empty}>
              {texts.organizations.emptyText}
            </State>
          )
        }
      />
    </>
  )
}
