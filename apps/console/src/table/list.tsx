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
  /** Shown instead of an empty table. */
  readonly empty: ReactNode
}

/** One page of a list, including its loading, empty and error states. */
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
