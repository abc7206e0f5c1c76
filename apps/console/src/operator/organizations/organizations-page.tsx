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
    header: 'Organization',
    phone: true,
    cell: ({ id, name }) => (
      <RowLink href={`/organizations/${encodeURIComponent(id)}`} below={<code>{id}</code>}>
        {name}
      </RowLink>
    ),
  },
  count('Things', ({ things }) => things),
  count('Active keys', ({ keys }) => keys),
  count('Calls, 7 days', ({ calls }) => calls, true),
  count('Rate limited, 7 days', ({ limited }) => limited),
  count('Asks', ({ openRequests }) => openRequests),
]

/** Every organization on the service: how large it is, and how it fares with its limits. */
export function OrganizationsPage() {
  const trpc = useTRPC()
  const { params } = useUrlState()
  const query = useQuery({
    ...trpc.operator.organizations.queryOptions(tenantsQuery(params)),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader title="Organizations" lead="All organizations on this service." />
      <Toolbar>
        <SearchField label="Search by name or id" />
      </Toolbar>
      <List
        caption="Organizations"
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          params.has('text') ? (
            <NothingFound what="organizations" filters={tenantFilters} />
          ) : (
            <State icon={IconBuilding} title="No organizations yet">
              Create one: <code>npx sluice organizations create --help</code>
            </State>
          )
        }
      />
    </>
  )
}
