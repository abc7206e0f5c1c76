'use client'

import type { Mapping } from '@sluice/contract'
import { IconArrowsExchange } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Catalog } from '#catalog/catalog.tsx'
import { catalogQuery } from '#catalog/query.ts'
import { useTRPC } from '#data/trpc.ts'
import { useCreate } from '#form/resource-actions.tsx'
import { State } from '#states/state.tsx'
import type { Column } from '#table/column.ts'
import { RowLink } from '#table/row-target.tsx'
import { texts } from '#texts/mappings.ts'
import { useUrlState } from '#url/use-url-state.ts'
import { mappingKind } from './kind.ts'
import { MappingFields } from './mapping-fields.tsx'

import { useMappingChanges } from './use-changes.ts'

export function MappingsPage() {
  const trpc = useTRPC()
  const { params } = useUrlState()
  const query = useQuery({
    ...trpc.mappings.list.queryOptions(catalogQuery(params)),
    placeholderData: keepPreviousData,
  })
  const create = useCreate({
    kind: mappingKind,
    changes: useMappingChanges(),
    fields: (form) => <MappingFields form={form} isNew />,
  })
  return (
    <Catalog
      title={texts.title}
      lead={texts.lead}
      query={query}
      columns={() => columns}
      create={create}
      empty={
        <State icon={IconArrowsExchange} title={texts.empty.title} action={create.button}>
          {texts.empty.text}
        </State>
      }
    />
  )
}

const columns: readonly Column<Mapping>[] = [
  {
    header: texts.name,
    phone: true,
    cell: ({ id, name }) => (
      <RowLink href={`/mappings/${encodeURIComponent(id)}`} belowOnPhone={<code>{id}</code>}>
        {name}
      </RowLink>
    ),
  },
  { header: texts.id, cell: ({ id }) => <code>{id}</code> },
  {
    header: texts.protocol,
    width: '190px',
    phone: true,
    cell: (one) => texts.protocols[one.protocol],
  },
  { header: texts.thing, cell: ({ thing }) => <code>{thing}</code> },
  { header: texts.metric, cell: ({ metric }) => <code>{metric}</code> },
  {
    header: texts.isDefault,
    width: '80px',
    cell: ({ isDefault }) => (isDefault ? texts.yes : '–'),
  },
]
