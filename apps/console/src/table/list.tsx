'use client'

import type { ReactNode } from 'react'
import { Loaded } from '#states/loaded.tsx'
import { texts } from '#texts/table.ts'
import type { Column } from './column.ts'
import { DataTable } from './data-table.tsx'
import { EmptyPage } from './empty-page.tsx'
import { Pager } from './pager.tsx'
import { TableSkeleton } from './table-skeleton.tsx'

/** The part of a query's result that a list shows. */
export interface ListQuery<Row> {
  readonly data:
    | {
        readonly items: Row[]
        readonly nextCursor: string | null
        readonly total?: number | undefined
      }
    | undefined
  readonly error: unknown
  readonly isPlaceholderData: boolean
  readonly refetch: () => unknown
}

interface ListProps<Row> {
  readonly caption: string
  readonly query: ListQuery<Row>
  readonly columns: readonly Column<Row>[]
  readonly rowKey: (row: Row) => string
  readonly isMuted?: (row: Row) => boolean
  /** In place of an empty table. */
  readonly empty: ReactNode
}

/** A page of a list in whichever state it is: loading, failed, empty, there, or there and not refreshed. */
export function List<Row>({ query, empty, ...table }: ListProps<Row>) {
  return (
    <Loaded
      query={query}
      title={texts.notLoaded}
      waiting={
        <TableSkeleton caption={table.caption} columns={table.columns} list={table.caption} />
      }
    >
      {({ items, nextCursor, total }) =>
        items.length === 0 ? (
          <EmptyPage>{empty}</EmptyPage>
        ) : (
          <>
            <DataTable
              {...table}
              list={table.caption}
              rows={items}
              isBusy={query.isPlaceholderData}
            />
            <Pager nextCursor={nextCursor} total={total} />
          </>
        )
      }
    </Loaded>
  )
}
