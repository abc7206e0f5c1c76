'use client'

import { Group } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { isMissing } from '#data/failure.ts'
import { Drawer } from '#form/overlays.tsx'
import type { Creating } from '#form/resource-actions.tsx'
import { isPageHeld } from '#form/unsaved-now.ts'
import { PageHeader } from '#frame/page-header.tsx'
import { Facts } from '#states/facts.tsx'
import type { Column } from '#table/column.ts'
import { FilterSelect } from '#table/filter-select.tsx'
import { List, type ListQuery } from '#table/list.tsx'
import { NothingFound } from '#table/nothing-found.tsx'
import { SearchField } from '#table/search-field.tsx'
import { sortOptions } from '#table/sort-options.ts'
import { Toolbar } from '#table/toolbar.tsx'
import { texts } from '#texts/catalog.ts'
import { useUrlState } from '#url/use-url-state.ts'

interface CatalogProps<Row> {
  readonly title: string
  readonly lead: string
  readonly query: ListQuery<Row>
  readonly columns: (open: (row: Row) => void) => readonly Column<Row>[]
  /** The query of the row in the drawer, by its id: the list may lose it while it is edited there. */
  readonly chosen?: { readonly data: Row | undefined; readonly error: unknown }
  /** Facts about a row, shown in the drawer; if omitted, rows link to their own pages. */
  readonly facts?: (row: Row) => readonly (readonly [string, ReactNode])[]
  /** Shown in the drawer below the facts. */
  readonly more?: (row: Row) => ReactNode
  /** Actions for a row, shown in the drawer. */
  readonly actions?: (row: Row) => ReactNode
  /** The button in the header and its dialog, which stays mounted when the list changes. */
  readonly create: Creating
  readonly empty: ReactNode
}

/** Makes the first column, which holds the names, sortable. */
function sorted<Row>(column: Column<Row>, place: number): Column<Row> {
  return place === 0 ? { ...column, sorts: ['name', '-name'] } : column
}

interface Named {
  readonly id: string
  readonly name: string
}

/** A page that lists one kind of resource. The URL parameter `id` opens a row in a drawer. */
export function Catalog<Row extends Named>(props: CatalogProps<Row>) {
  const { title, lead, query, columns, facts, more, actions, create, empty } = props
  const { params, filter } = useUrlState()
  const id = params.get('id')
  // Once the row could not be read again, the last one stays: it may be being edited.
  const [kept, keep] = useState<Row>()
  const found = props.chosen?.data ?? (kept?.id === id ? kept : undefined)
  if (found && found !== kept) keep(found)
  // Even if it was deleted, as long as something was entered.
  const isGone = isMissing(props.chosen?.error) && !isPageHeld()
  const chosen = props.chosen && !isGone ? found : undefined
  const show = (id: string | null) => filter({ id, cursor: params.get('cursor') })

  return (
    <>
      <PageHeader title={title} lead={lead} actions={create.button} />
      <Toolbar>
        <SearchField label={texts.search} />
        <FilterSelect name="sort" label={texts.byId} options={sortOptions} />
      </Toolbar>
      <List
        caption={title}
        query={query}
        columns={columns((row) => show(row.id)).map(sorted)}
        rowKey={(row) => row.id}
        empty={
          params.has('text') ? (
            <NothingFound title={texts.nothingFound} filters={['text']} />
          ) : (
            empty
          )
        }
      />
      <Drawer
        opened={chosen !== undefined}
        onClose={() => show(null)}
        position="right"
        size={460}
        title={chosen?.name}
      >
        {chosen && actions && (
          <Group gap="xs" mb="md">
            {actions(chosen)}
          </Group>
        )}
        {chosen && <Facts rows={facts?.(chosen) ?? []} />}
        {chosen && more?.(chosen)}
      </Drawer>
      {create.dialog}
    </>
  )
}
