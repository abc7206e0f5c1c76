'use client'

import { keyStatuses } from '@sluice/contract'
import { IconKey } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTRPC } from '#data/trpc.ts'
import { State } from '#states/state.tsx'
import { FilterSelect } from '#table/filter-select.tsx'
import { List } from '#table/list.tsx'
import { NothingFound } from '#table/nothing-found.tsx'
import { SearchField } from '#table/search-field.tsx'
import { Toolbar } from '#table/toolbar.tsx'
import { useUrlState } from '#url/use-url-state.ts'
import { keyColumns } from './columns.tsx'
import { KeyDrawer } from './key-drawer.tsx'
import classes from './keys-list.module.css'
import { keysQuery, matchingKeys } from './query.ts'

const statusOptions = keyStatuses.map((status) => ({ value: status, label: status }))

export function KeysList({ create }: { create: ReactNode }) {
  const trpc = useTRPC()
  const { params, filter } = useUrlState()
  const words = params.get('text') ?? undefined
  const query = useQuery({
    ...trpc.keys.list.queryOptions(keysQuery(params)),
    placeholderData: keepPreviousData,
  })
  const data = query.data && found(query.data, words)
  const isFiltered = words !== undefined || params.has('status')

  return (
    <>
      <Toolbar>
        <SearchField label="Search by name or id" />
        <FilterSelect name="status" label="Any status" options={statusOptions} />
      </Toolbar>
      <List
        caption="Keys"
        query={{ ...query, data }}
        columns={keyColumns((key) => filter({ key: key.id, cursor: params.get('cursor') }))}
        rowKey={(key) => key.id}
        isMuted={(key) => key.status !== 'Active'}
        empty={
          isFiltered ? (
            <NothingFound what="keys" filters={['text', 'status']} />
          ) : (
            <State icon={IconKey} title="No keys yet" action={create}>
              A key lets a program call the API within the scopes that you give it.
            </State>
          )
        }
      />
      {words && query.data?.nextCursor && (
        <p className={classes.note}>Only the newest 1,000 keys were searched.</p>
      )}
      <KeyDrawer
        keyId={params.get('key')}
        onClose={() => filter({ key: null, cursor: params.get('cursor') })}
      />
    </>
  )
}

/** A searched list has no further page: it was looked through in one. */
function found<
  Page extends { items: Parameters<typeof matchingKeys>[0]; nextCursor: string | null },
>(page: Page, words: string | undefined) {
  if (words === undefined) return { ...page, items: [...page.items] }
  return { items: [...matchingKeys(page.items, words)], nextCursor: null }
}
