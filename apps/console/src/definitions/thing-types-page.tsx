'use client'

import type { ThingType } from '@sluice/contract'
import { IconTemplate } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Catalog } from '#catalog/catalog.tsx'
import { FirstOne } from '#catalog/first-one.tsx'
import { catalogQuery } from '#catalog/query.ts'
import { useTRPC } from '#data/trpc.ts'
import { exactTime } from '#format/times.ts'
import { Labels } from '#states/labels.tsx'
import type { Column } from '#table/column.ts'
import { RowButton } from '#table/row-target.tsx'
import { useUrlState } from '#url/use-url-state.ts'
import { TypeMetrics } from './type-metrics.tsx'

export function ThingTypesPage() {
  const trpc = useTRPC()
  const { params } = useUrlState()
  const query = useQuery({
    ...trpc.thingTypes.list.queryOptions(catalogQuery(params)),
    placeholderData: keepPreviousData,
  })
  return (
    <Catalog
      title="Thing types"
      lead="What things of one type measure, and which attributes they have."
      query={query}
      columns={columns}
      facts={facts}
      more={(type) => <TypeMetrics type={type} />}
      empty={
        <FirstOne icon={IconTemplate} title="No thing types yet" create="thingTypes.create">
          A thing type names metric definitions, so make those first. Then:
        </FirstOne>
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
      type.unknownMetrics === 'reject' ? 'A frame with one is rejected' : 'Ignored',
    ],
    ['Labels', <Labels key="labels" labels={type.labels} />],
    ['Created', exactTime(type.createdAt)],
    [
      'Things',
      <Link key="things" href={`/things?type=${encodeURIComponent(type.id)}`}>
        Things of this type
      </Link>,
    ],
  ]
}
