import { Skeleton } from '@mantine/core'
import type { Column } from './column.ts'
import { TableShell } from './data-table.tsx'

const rows = Array.from({ length: 8 }, (_, i) => `row ${i}`)

interface TableSkeletonProps<Row> {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
}

/** A table of the same measures while its first page is on the way. */
export function TableSkeleton<Row>({ caption, columns }: TableSkeletonProps<Row>) {
  return (
    <TableShell caption={`${caption}, loading`} columns={columns} isBusy>
      {rows.map((row) => (
        <tr key={row}>
          {columns.map(({ header, phone }) => (
            <td key={header} data-wide={!phone || undefined}>
              <Skeleton height={10} width="60%" />
            </td>
          ))}
        </tr>
      ))}
    </TableShell>
  )
}
