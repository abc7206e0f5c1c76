'use client'

import type { Fleet } from '@sluice/contract'
import { IconTruck } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Catalog } from '#catalog/catalog.tsx'
import { catalogQuery } from '#catalog/query.ts'
import { useTRPC } from '#data/trpc.ts'
import { useCreate } from '#form/resource-actions.tsx'
import { Time } from '#format/time.tsx'
import { formatCount } from '#format/values.ts'
import { State } from '#states/state.tsx'
import type { Column } from '#table/column.ts'
import { RowLink } from '#table/row-target.tsx'
import { texts } from '#texts/fleets.ts'
import { useUrlState } from '#url/use-url-state.ts'
import { fleetKind } from './kind.ts'
import { useFleetChanges } from './use-changes.ts'

const columns: readonly Column<Fleet>[] = [
  {
    header: texts.name,
    phone: true,
    cell: ({ id, name }) => (
      <RowLink href={`/fleets/${encodeURIComponent(id)}`} belowOnPhone={<code>{id}</code>}>
        {name}
      </RowLink>
    ),
  },
  { header: texts.id, cell: ({ id }) => <code>{id}</code> },
  {
    header: texts.things,
    width: '96px',
    align: 'end',
    phone: true,
    cell: ({ thingCount }) => formatCount(thingCount),
  },
  { header: texts.changed, width: '130px', cell: ({ updatedAt }) => <Time iso={updatedAt} /> },
]

export function FleetsPage() {
  const trpc = useTRPC()
  const { params } = useUrlState()
  const query = useQuery({
    ...trpc.fleets.list.queryOptions(catalogQuery(params)),
    placeholderData: keepPreviousData,
  })
  const create = useCreate({ kind: fleetKind, changes: useFleetChanges(), fields: () => null })
  return (
    <Catalog
      title={texts.title}
      lead={texts.lead}
      query={query}
      columns={() => columns}
      create={create}
      empty={
        <State icon={IconTruck} title={texts.none.title} action={create.button}>
          {texts.none.text}
        </State>
      }
    />
  )
}
