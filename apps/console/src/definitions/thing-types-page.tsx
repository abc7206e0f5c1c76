'use client'

import type { ThingType } from '@sluice/contract'
import { IconTemplate } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PageLink } from '#address/page-link.tsx'
import { Catalog } from '#catalog/catalog.tsx'
import { catalogQuery } from '#catalog/query.ts'
import { useTRPC } from '#data/trpc.ts'
import { ResourceActions, useCreate } from '#form/resource-actions.tsx'
import type { ResourceFormOf } from '#form/resource-form.tsx'
import { ExactTime } from '#format/exact-time.tsx'
import { Labels } from '#states/labels.tsx'
import { State } from '#states/state.tsx'
import type { Column } from '#table/column.ts'
import { RowButton } from '#table/row-target.tsx'
import { texts } from '#texts/definitions-types.ts'
import { useUrlState } from '#url/use-url-state.ts'
import { TypeMetrics } from './type-metrics.tsx'
import { type TypeValues, typeKind } from './types/kind.ts'
import { TypeFields } from './types/type-fields.tsx'
import { useTypeChanges } from './types/use-changes.ts'

export function ThingTypesPage() {
  const trpc = useTRPC()
  const { params } = useUrlState()
  const query = useQuery({
    ...trpc.thingTypes.list.queryOptions(catalogQuery(params)),
    placeholderData: keepPreviousData,
  })
  const id = params.get('id')
  const chosen = useQuery({
    ...trpc.thingTypes.get.queryOptions({ params: { thingTypeId: id ?? '' }, query: {} }),
    enabled: id !== null,
    placeholderData: () => query.data?.items.find((row) => row.id === id),
  })
  const dialog = {
    kind: typeKind,
    changes: useTypeChanges(),
    fields: (form: ResourceFormOf<TypeValues>) => <TypeFields form={form} />,
  }
  const create = useCreate(dialog)
  return (
    <Catalog
      title={texts.title}
      lead={texts.lead}
      query={query}
      columns={columns}
      chosen={chosen}
      facts={facts}
      more={(type) => <TypeMetrics type={type} />}
      actions={(type) => <ResourceActions {...dialog} row={type} lost={texts.lost} />}
      create={create}
      empty={
        <State icon={IconTemplate} title={texts.empty.title} action={create.button}>
          {texts.empty.text}
        </State>
      }
    />
  )
}

function columns(open: (type: ThingType) => void): Column<ThingType>[] {
  return [
    {
      header: texts.name,
      phone: true,
      cell: (type) => (
        <RowButton onClick={() => open(type)} belowOnPhone={<code>{type.id}</code>}>
          {type.name}
        </RowButton>
      ),
    },
    { header: texts.id, cell: ({ id }) => <code>{id}</code> },
    {
      header: texts.metrics,
      cell: ({ metrics }) => metrics.map(({ key }) => key).join(', ') || '–',
    },
    {
      header: texts.others,
      width: '130px',
      phone: true,
      cell: ({ unknownMetrics }) =>
        unknownMetrics === 'reject' ? texts.othersRejected : texts.othersIgnored,
    },
  ]
}

function facts(type: ThingType): [string, ReactNode][] {
  return [
    [texts.id, <code key="id">{type.id}</code>],
    [texts.description, type.description || texts.none],
    [
      texts.others,
      type.unknownMetrics === 'reject' ? texts.othersRejectedFully : texts.othersIgnored,
    ],
    [texts.labels, <Labels key="labels" labels={type.labels} />],
    [texts.created, <ExactTime key="createdAt" iso={type.createdAt} />],
    [
      texts.things,
      <PageLink key="things" href={`/things?type=${encodeURIComponent(type.id)}`}>
        {texts.thingsLink}
      </PageLink>,
    ],
  ]
}
