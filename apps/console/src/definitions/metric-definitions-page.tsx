'use client'

import type { MetricDefinition } from '@sluice/contract'
import { IconGauge } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Catalog } from '#catalog/catalog.tsx'
import { catalogQuery } from '#catalog/query.ts'
import { useTRPC } from '#data/trpc.ts'
import { CreateButton, ResourceActions } from '#form/resource-actions.tsx'
import type { ResourceFormOf } from '#form/resource-form.tsx'
import { duration, exactTime } from '#format/times.ts'
import { unitSymbol } from '#format/units.ts'
import { Labels } from '#states/labels.tsx'
import { State } from '#states/state.tsx'
import type { Column } from '#table/column.ts'
import { RowButton } from '#table/row-target.tsx'
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
  const dialog = {
    kind: definitionKind,
    changes: useDefinitionChanges(),
    fields: (form: ResourceFormOf<DefinitionValues>) => <DefinitionFields form={form} />,
  }
  const create = <CreateButton {...dialog} />
  return (
    <Catalog
      title="Metric definitions"
      lead="What metrics measure: unit, value type and allowed values."
      query={query}
      columns={columns}
      facts={facts}
      actions={(definition) => (
        <ResourceActions
          {...dialog}
          row={definition}
          lost="Its unit and bounds are deleted too. This works only while no thing type uses it."
        />
      )}
      create={create}
      empty={
        <State icon={IconGauge} title="No metric definitions yet" action={create}>
          A metric definition says what a metric measures and its unit.
        </State>
      }
    />
  )
}

function columns(open: (definition: MetricDefinition) => void): Column<MetricDefinition>[] {
  return [
    {
      header: 'Name',
      phone: true,
      cell: (definition) => (
        <RowButton onClick={() => open(definition)} belowOnPhone={<code>{definition.id}</code>}>
          {definition.name}
        </RowButton>
      ),
    },
    { header: 'Id', cell: ({ id }) => <code>{id}</code> },
    { header: 'Unit', width: '90px', phone: true, cell: ({ unit }) => unitSymbol(unit) || '–' },
    { header: 'Values', width: '100px', cell: ({ valueType }) => valueType },
    { header: 'Kind', width: '100px', cell: ({ kind }) => kind },
    { header: 'Allowed', cell: allowedValues },
    { header: 'Expected', width: '120px', cell: expected },
  ]
}

function expected({ expectedIntervalSeconds: seconds }: MetricDefinition): string {
  return seconds === null ? '–' : `every ${duration(seconds)}`
}

function facts(definition: MetricDefinition): [string, ReactNode][] {
  const { unit, retentionDays } = definition
  return [
    ['Id', <code key="id">{definition.id}</code>],
    ['Description', definition.description || 'None'],
    ['Unit', unit ? <UnitWords key="unit" unit={unit} /> : 'None'],
    ['Values', definition.valueType],
    ['Kind', definition.kind],
    ['Allowed', allowedValues(definition)],
    ['Expected', expected(definition)],
    ['Kept', retentionDays === null ? 'Organization default' : `${retentionDays} days`],
    ['Labels', <Labels key="labels" labels={definition.labels} />],
    ['Created', exactTime(definition.createdAt)],
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
