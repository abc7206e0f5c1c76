'use client'

import { operations, thingStatuses } from '@sluice/contract'
import { IconBroadcast } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CallExample } from '#copy/call-example.tsx'
import { useTRPC } from '#data/trpc.ts'
import { PageHeader } from '#frame/page-header.tsx'
import { State } from '#states/state.tsx'
import { FilterSelect } from '#table/filter-select.tsx'
import { List } from '#table/list.tsx'
import { NothingFound } from '#table/nothing-found.tsx'
import { SearchField } from '#table/search-field.tsx'
import { Toolbar } from '#table/toolbar.tsx'
import { useUrlState } from '#url/use-url-state.ts'
import { thingColumns } from './columns.tsx'
import { thingFilters, thingsQuery } from './query.ts'
import { useNames } from './use-names.ts'

const statusOptions = thingStatuses.map((status) => ({ value: status, label: status }))

export function ThingsPage() {
  const trpc = useTRPC()
  const { params } = useUrlState()
  const { types, sites } = useNames()
  const query = useQuery({
    ...trpc.things.list.queryOptions(thingsQuery(params)),
    placeholderData: keepPreviousData,
  })
  const isFiltered = thingFilters.some((name) => params.has(name))

  return (
    <>
      <PageHeader
        title="Things"
        lead="The devices, vehicles, meters and machines that send data."
      />
      <Toolbar>
        <SearchField label="Search by name or id" />
        <FilterSelect name="type" label="Any type" options={types} />
        <FilterSelect name="site" label="Any site" options={sites} />
        <FilterSelect name="status" label="Any status" options={statusOptions} />
      </Toolbar>
      <List
        caption="Things"
        query={query}
        columns={thingColumns}
        rowKey={(thing) => thing.id}
        isMuted={(thing) => thing.status === 'Retired'}
        empty={
          isFiltered ? (
            <NothingFound what="things" filters={thingFilters} />
          ) : (
            <State
              icon={IconBroadcast}
              title="No things yet"
              action={
                <CallExample
                  path={operations['things.create'].path}
                  body={operations['things.create'].example?.body}
                />
              }
            >
              A thing is made by the API. It needs a thing type first; then:
            </State>
          )
        }
      />
    </>
  )
}
