'use client'

import type { ThingType } from '@sluice/contract'
import { IconTemplate } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PageLink } from '#address/page-link.tsx'
import { Catalog } from '#catalog/catalog.tsx'
import { catalogQuery } from '#catalog/query.ts'
import { useTRPC } from '#data/trpc.ts'
import { CreateButton, ResourceActions } from '#form/resource-actions.tsx'
import type { ResourceFormOf } from '#form/resource-form.tsx'
import { exactTime } from '#format/times.ts'
import { Labels } from '#states/labels.tsx'
import { State } from '#states/state.tsx'
import type { Column } from '#table/column.ts'
import { RowButton } from '#table/row-target.tsx'
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
  const dialog = {
    kind: typeKind,
    changes: useTypeChanges(),
    fields: (form: ResourceFormOf<TypeValues>) => <TypeFields form={form} />,
  }
  const create = <CreateButton {...dialog} />
  return (
    <Catalog
      title="Thing types"
      lead="What things of a type measure, and which attributes they have."
      query={query}
      columns={columns}
      facts={facts}
      more={(type) => <TypeMetrics type={type} />}
      actions={(type) => (
        <ResourceActions
          {...dialog}
          row={type}
          lost="Its metrics and schema are deleted too. This works only while no thing has this type."
        />
      )}
      create={create}
      empty={
        <State icon={IconTemplate} title="No thing types yet" action={create}>
          A thing type lists the metrics of its things. Create metric definitions first.
        </State>
      }
    />
  )
}

function columns(open: (type: ThingType) => void): Column<ThingType>[] {
  return [
    {
      header: 'Name',
      phone: true,
      cell: (type) => (
        <RowButton onClick={() => open(type)} belowOnPhone={<code>{type.id}</code>}>
          {type.name}
        </RowButton>
      ),
    },
    { header: 'Id', cell: ({ id }) => <code>{id}</code> },
    { header: 'Metrics', cell: ({ metrics }) => metrics.map(({ key }) => key).join(', ') || '–' },
    {
      header: 'Other metrics',
      width: '130px',
      phone: true,
      cell: ({ unknownMetrics }) => (unknownMetrics === 'reject' ? 'Rejected' : 'Ignored'),
    },
  ]
}

function facts(type: ThingType): [string, ReactNode][] {
  return [
    ['Id', <code key="id">{type.id}</code>],
    ['Description', type.description || 'None'],
    [
      'Other metrics',
      type.unknownMetrics === 'reject' ? 'Frames with other metrics are rejected' : 'Ignored',
    ],
    ['Labels', <Labels key="labels" labels={type.labels} />],
    ['Created', exactTime(type.createdAt)],
    [
      'Things',
      <PageLink key="things" href={`/things?type=${encodeURIComponent(type.id)}`}>
        Things of this type
      </PageLink>,
    ],
  ]
}
