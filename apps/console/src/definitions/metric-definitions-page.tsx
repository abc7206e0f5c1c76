'use client'

import type { MetricDefinition } from '@sluice/contract'
import { IconGauge } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Catalog } from '#catalog/catalog.tsx'
import { catalogQuery } from '#catalog/query.ts'
import { useTRPC } from '#data/trpc.ts'
import { ResourceActions, useCreate } from '#form/resource-actions.tsx'
import type { ResourceFormOf } from '#form/resource-form.tsx'
import { ExactTime } from '#format/exact-time.tsx'
import { duration } from '#format/times.ts'
import { unitSymbol } from '#format/units.ts'
import { Labels } from '#states/labels.tsx'
import { State } from '#states/state.tsx'
import type { Column } from '#table/column.ts'
import { RowButton } from '#table/row-target.tsx'
import { texts } from '#texts/definitions-metrics.ts'
import { useUrlState } from '#url/use-url-state.ts'
import { allowedValues } from './allowed-values.ts'
import { DefinitionFields } from './metrics/definition-fields.tsx'
import { type DefinitionValues, definitionKind } from './metrics/kind.ts'
import { useDefinitionChanges } from './metrics/use-changes.ts'

export function MetricDefinitionsPage() {
  const trpc = useTRPC()
  const { params } = useUrlState()
  const query = useQuery({
    ...trpc.metricDefinitions.list.queryOptions(catalogQuery(params)),
    placeholderData: keepPreviousData,
  })
  const id = params.get('id')
  const chosen = useQuery({
    ...trpc.metricDefinitions.get.queryOptions({
      params: { metricDefinitionId: id ?? '' },
      query: {},
    }),
    enabled: id !== null,
    placeholderData: () => query.data?.items.find((row) => row.id === id),
  })
  const dialog = {
    kind: definitionKind,
    changes: useDefinitionChanges(),
    fields: (form: ResourceFormOf<DefinitionValues>) => <DefinitionFields form={form} />,
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
      actions={(definition) => <ResourceActions {...dialog} row={definition} lost={texts.lost} />}
      create={create}
      empty={
        <State icon={IconGauge} title={texts.empty.title} action={create.button}>
          {texts.empty.text}
        </State>
      }
    />
  )
}

function columns(open: (definition: MetricDefinition) => void): Column<MetricDefinition>[] {
  return [
    {
      header: texts.name,
      phone: true,
      cell: (definition) => (
        <RowButton onClick={() => open(definition)} belowOnPhone={<code>{definition.id}</code>}>
          {definition.name}
        </RowButton>
      ),
    },
    { header: texts.id, cell: ({ id }) => <code>{id}</code> },
    { header: texts.unit, width: '90px', phone: true, cell: ({ unit }) => unitSymbol(unit) || '–' },
    { header: texts.valueType, width: '100px', cell: ({ valueType }) => valueType },
    { header: texts.kind, width: '100px', cell: ({ kind }) => kind },
    { header: texts.allowed, cell: allowedValues },
    { header: texts.expected, width: '120px', cell: expected },
  ]
}

function expected({ expectedIntervalSeconds: seconds }: MetricDefinition): string {
  return seconds === null ? '–' : texts.expectedEvery(duration(seconds))
}

function facts(definition: MetricDefinition): [string, ReactNode][] {
  const { unit, retentionDays } = definition
  return [
    [texts.id, <code key="id">{definition.id}</code>],
    [texts.description, definition.description || texts.none],
    [texts.unit, unit ? <UnitWords key="unit" unit={unit} /> : texts.none],
    [texts.valueType, definition.valueType],
    [texts.kind, definition.kind],
    [texts.allowed, allowedValues(definition)],
    [texts.expected, expected(definition)],
    [
      texts.retention,
      retentionDays === null ? texts.retentionDefault : texts.retentionDays(retentionDays),
    ],
    [texts.labels, <Labels key="labels" labels={definition.labels} />],
    [texts.created, <ExactTime key="createdAt" iso={definition.createdAt} />],
  ]
}

function UnitWords({ unit }: { unit: string }) {
  const symbol = unitSymbol(unit)
  return (
    <>
      {symbol !== unit && symbol} <code>{unit}</code>
    </>
  )
}
