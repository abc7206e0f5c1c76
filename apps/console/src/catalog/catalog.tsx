'use client'

import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { PageHeader } from '#frame/page-header.tsx'
import { Facts } from '#states/facts.tsx'
import type { Column } from '#table/column.ts'
import { List, type ListQuery } from '#table/list.tsx'
import { useUrlState } from '#url/use-url-state.ts'

interface CatalogProps<Row> {
  readonly title: string
  readonly lead: string
  readonly query: ListQuery<Row>
  readonly columns: (open: (row: Row) => void) => readonly Column<Row>[]
  /** Everything on record of a row, for the drawer. */
  readonly facts: (row: Row) => readonly (readonly [string, ReactNode])[]
  /** In the drawer, below the facts. */
  readonly more?: (row: Row) => ReactNode
  readonly empty: ReactNode
}

interface Named {
  readonly id: string
  readonly name: string
}

/** A page that lists one kind of resource and shows each of them in a drawer, kept in the URL. */
export function Catalog<Row extends Named>(props: CatalogProps<Row>) {
  const { title, lead, query, columns, facts, more, empty } = props
  const { params, filter } = useUrlState()
  const show = (id: string | null) => filter({ id, cursor: params.get('cursor') })
  const chosen = query.data?.items.find((row) => row.id === params.get('id'))

  return (
    <>
      <PageHeader title={title} lead={lead} />
      <List
        caption={title}
        query={query}
        columns={columns((row) => show(row.id))}
        rowKey={(row) => row.id}
        empty={empty}
      />
      <Drawer
        opened={chosen !== undefined}
        onClose={() => show(null)}
        position="right"
        size={460}
        title={chosen?.name}
      >
        {chosen && <Facts rows={facts(chosen)} />}
        {chosen && more?.(chosen)}
      </Drawer>
    </>
  )
}
