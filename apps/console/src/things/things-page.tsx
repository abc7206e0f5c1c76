'use client'

import { type ThingCounts, thingStatuses } from '@sluice/contract'
import { IconBroadcast } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChoiceFilter } from '#choices/choice-filter.tsx'
import { useTRPC } from '#data/trpc.ts'
import { useMayChange } from '#frame/console-context.tsx'
import { PageHeader } from '#frame/page-header.tsx'
import { State } from '#states/state.tsx'
import { FilterSelect } from '#table/filter-select.tsx'
import { List } from '#table/list.tsx'
import { NothingFound } from '#table/nothing-found.tsx'
import { SearchField } from '#table/search-field.tsx'
import { thingSortOptions } from '#table/sort-options.ts'
import { Toolbar } from '#table/toolbar.tsx'
import { texts } from '#texts/things.ts'
import { useUrlState } from '#url/use-url-state.ts'
import { pageColumns } from './columns.tsx'
import { FileActions } from './csv/file-actions.tsx'
import { useCreateThing } from './edit/use-create-thing.tsx'
import { ChangeBar } from './list/change-bar.tsx'
import { FreshnessChips } from './list/freshness-chips.tsx'
import { useChosen } from './list/use-chosen.ts'
import {
  type ThingSelection,
  thingCountsQuery,
  thingFilters,
  thingSelection,
  thingsQuery,
} from './query.ts'

const statusOptions = thingStatuses.map((status) => ({ value: status, label: status }))

export function ThingsPage() {
  const trpc = useTRPC()
  const { params } = useUrlState()
  const mayChange = useMayChange()
  const create = useCreateThing()
  const live = { placeholderData: keepPreviousData, refetchInterval: 30_000 }
  const query = useQuery({ ...trpc.things.list.queryOptions(thingsQuery(params)), ...live })
  const counts = useQuery({ ...trpc.things.count.queryOptions(thingCountsQuery(params)), ...live })
  const filter = thingSelection(params)
  const total = counts.isPlaceholderData ? undefined : totalOf(counts.data, filter)
  const list = { ...query, data: query.data && { ...query.data, total } }
  const chosen = useChosen(query.data?.items ?? [], JSON.stringify(filter))
  const isFiltered = thingFilters.some((name) => params.has(name))
  return (
    <>
      <PageHeader
        title={texts.title}
        lead={texts.lead}
        actions={
          <>
            <FileActions params={params} />
            {create.button}
          </>
        }
      />
      <Toolbar>
        <SearchField label={texts.search} />
        <ChoiceFilter kind="thingType" name="type" label={texts.anyType} />
        <ChoiceFilter kind="site" name="site" label={texts.anySite} />
        <ChoiceFilter kind="fleet" name="fleet" label={texts.anyFleet} />
        <SearchField name="label" label={texts.byLabel} />
        <FilterSelect name="status" label={texts.anyStatus} options={statusOptions} />
        <FilterSelect name="sort" label={texts.byId} options={thingSortOptions} />
      </Toolbar>
      <FreshnessChips counts={counts.data} />
      <List
        caption={texts.title}
        query={list}
        columns={pageColumns(mayChange ? chosen : undefined)}
        rowKey={(thing) => thing.id}
        isMuted={(thing) => thing.status === 'Retired'}
        empty={
          isFiltered ? (
            <NothingFound title={texts.nothingFound} filters={thingFilters} />
          ) : (
            <State icon={IconBroadcast} title={texts.none.title} action={create.button}>
              {texts.none.text}
            </State>
          )
        }
      />
      <ChangeBar
        chosen={chosen}
        filter={filter}
        total={total ?? 0}
        onPage={query.data?.items.length ?? 0}
      />
      {create.dialog}
    </>
  )
}

/** How many things match all filters. The counts leave out the one by freshness. */
function totalOf(counts: ThingCounts | undefined, { freshness }: ThingSelection) {
  return freshness ? counts?.freshness[freshness] : counts?.total
}
