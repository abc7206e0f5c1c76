'use client'

import type { Mapping } from '@sluice/contract'
import { IconArrowsExchange } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Catalog } from '#catalog/catalog.tsx'
import { catalogQuery } from '#catalog/query.ts'
import { useTRPC } from '#data/trpc.ts'
import { CreateButton } from '#form/resource-actions.tsx'
import { State } from '#states/state.tsx'
import type { Column } from '#table/column.ts'
import { RowLink } from '#table/row-target.tsx'
import { useUrlState } from '#url/use-url-state.ts'
import { mappingKind } from './kind.ts'
import { MappingFields } from './mapping-fields.tsx'
import { protocols } from './protocols.ts'
import { useMappingChanges } from './use-changes.ts'

export function MappingsPage() {
  const trpc = useTRPC()
  const { params } = useUrlState()
  const query = useQuery({
    ...trpc.mappings.list.queryOptions(catalogQuery(params)),
    placeholderData: keepPreviousData,
  })
  const create = (
    <CreateButton
      kind={mappingKind}
      changes={useMappingChanges()}
      fields={(form) => <MappingFields form={form} isNew />}
    />
  )
  return (
    <Catalog
      title="Mappings"
      lead="What labels of Telegraf, Prometheus and OpenTelemetry become: things and metrics."
      query={query}
      columns={() => columns}
      create={create}
      empty={
        <State icon={IconArrowsExchange} title="No mappings yet" action={create}>
          A mapping lets what already speaks one of these protocols write with a URL and a key.
        </State>
      }
    />
  )
}

const columns: readonly Column<Mapping>[] = [
  {
    header: 'Name',
    phone: true,
    cell: ({ id, name }) => (
      <RowLink href={`/mappings/${encodeURIComponent(id)}`} belowOnPhone={<code>{id}</code>}>
        {name}
      </RowLink>
    ),
  },
  { header: 'Id', cell: ({ id }) => <code>{id}</code> },
  { header: 'Protocol', width: '190px', phone: true, cell: (one) => protocols[one.protocol].label },
  { header: 'Thing', cell: ({ thing }) => <code>{thing}</code> },
  { header: 'Metric', cell: ({ metric }) => <code>{metric}</code> },
  { header: 'Default', width: '80px', cell: ({ isDefault }) => (isDefault ? 'Yes' : '–') },
]
