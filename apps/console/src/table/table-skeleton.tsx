import { Skeleton } from '@mantine/core'
import { texts } from '#texts/table.ts'
import type { Column } from './column.ts'
import { TableShell } from './data-table.tsx'
import { useShownColumns } from './use-shown-columns.ts'

const rows = Array.from({ length: 8 }, (_, i) => `row ${i}`)

interface TableSkeletonProps<Row> {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly list?: string
}

/** A placeholder with the size of a full table, shown while the first page loads. */
export function TableSkeleton<Row>({ caption, list, ...props }: TableSkeletonProps<Row>) {
  const columns = useShownColumns(list, props.columns)
  return (
    <TableShell
      caption={texts.loading(caption)}
      columns={props.columns}
      {...(list !== undefined && { list })}
      isBusy
    >
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
