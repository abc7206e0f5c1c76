'use client'

import type { ReactNode } from 'react'
import type { Column } from './column.ts'
import classes from './data-table.module.css'
import { SortHeading } from './sort-heading.tsx'
import { useShownColumns } from './use-shown-columns.ts'
import { ViewMenu } from './view-menu.tsx'

interface DataTableProps<Row> {
  /** Names the table for screen readers. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  /** Rows that are shown dimmed, for example retired things. */
  readonly isMuted?: (row: Row) => boolean
  readonly isBusy?: boolean
  /** Name of the list, under which hidden columns are stored. */
  readonly list?: string
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, rowKey, isMuted } = props
  const columns = useShownColumns(props.list, props.columns)
  return (
    <TableShell {...props}>
      {rows.map((row) => (
        <tr key={rowKey(row)} data-muted={isMuted?.(row) || undefined}>
          {columns.map(({ header, cell, phone, align }) => (
            <td key={header} data-wide={!phone || undefined} data-align={align}>
              {cell(row)}
            </td>
          ))}
        </tr>
      ))}
    </TableShell>
  )
}

interface TableShellProps<Row> {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly isBusy?: boolean
  readonly list?: string
  readonly children: ReactNode
}

/** Caption, widths and headings of a table. Shared with the skeleton, so that nothing moves when data arrives. */
export function TableShell<Row>(props: TableShellProps<Row>) {
  const { caption, isBusy, list, children } = props
  const columns = useShownColumns(list, props.columns)
  const [, ...hideable] = props.columns.map(({ header }) => header)
  const menu = list !== undefined && <ViewMenu list={list} headings={hideable} />
  return (
    <table className={classes.table} aria-busy={isBusy}>
      <caption className={classes.caption}>{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ header, width, align, phone, sorts }, i) =>
            sorts ? (
              <SortHeading key={header} {...{ header, width, phone, sorts }}>
                {i === columns.length - 1 && menu}
              </SortHeading>
            ) : (
              <th
                key={header}
                scope="col"
                style={width ? { width } : undefined}
                data-wide={!phone || undefined}
                data-align={align}
              >
                {header}
                {i === columns.length - 1 && menu}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}
