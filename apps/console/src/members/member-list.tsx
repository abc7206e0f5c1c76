'use client'

import { IconUsers } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { useDialogFor } from '#form/use-dialog-for.ts'
import { State } from '#states/state.tsx'
import { FilterSelect } from '#table/filter-select.tsx'
import { List } from '#table/list.tsx'
import { NothingFound } from '#table/nothing-found.tsx'
import { SearchField } from '#table/search-field.tsx'
import { sortOptions } from '#table/sort-options.ts'
import { Toolbar } from '#table/toolbar.tsx'
import { texts } from '#texts/members.ts'
import { texts as roleTexts } from '#texts/roles.ts'
import { useUrlState } from '#url/use-url-state.ts'
import { memberColumns } from './member-columns.tsx'
import { memberFilters, memberOrders, membersQuery } from './query.ts'
import { RemoveMember } from './remove-member.tsx'
import { type Member, roleOrder } from './roles.ts'

const roles = roleOrder.map((value) => ({ value, label: roleTexts.name[value] }))
const orders = sortOptions.filter(({ value }) => memberOrders.some((order) => order === value))

/** The members of the organization. */
export function MemberList() {
  const trpc = useTRPC()
  const { params } = useUrlState()
  const query = useQuery({
    ...trpc.members.list.queryOptions(membersQuery(params)),
    placeholderData: keepPreviousData,
  })
  const removing = useDialogFor<Member>()
  const columns = memberColumns({
    mayChange: query.data?.items.some(({ mayRemove }) => mayRemove),
    onRemove: removing.open,
  })
  return (
    <>
      <Toolbar>
        <SearchField label={texts.people.search} />
        <FilterSelect name="role" label={texts.people.anyRole} options={roles} />
        <FilterSelect name="sort" label={texts.people.byName} options={orders} />
      </Toolbar>
      <List
        caption={texts.title}
        query={query}
        columns={columns}
        rowKey={({ userId }) => userId}
        empty={
          memberFilters.some((name) => params.has(name)) ? (
            <NothingFound title={texts.people.nothingFound} filters={memberFilters} />
          ) : (
            <State icon={IconUsers} title={texts.people.empty} />
          )
        }
      />
      {removing.item && (
        <RemoveMember member={removing.item} opened={removing.opened} onClose={removing.close} />
      )}
    </>
  )
}
