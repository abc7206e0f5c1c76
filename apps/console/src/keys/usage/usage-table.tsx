import { ShareBar } from '#charts/share-bar.tsx'
import { Time } from '#format/time.tsx'
import { formatCount } from '#format/values.ts'
import type { Column } from '#table/column.ts'
import { DataTable } from '#table/data-table.tsx'
import { texts } from '#texts/keys-usage.ts'
import classes from './usage-table.module.css'

interface Row {
  readonly name: string
  readonly calls: number
  readonly refused: number
  readonly failed: number
  readonly lastAt: string
}

interface UsageTableProps {
  readonly caption: string
  /** Heading of the first column, for example "Operation". */
  readonly what: string
  readonly rows: readonly Row[]
}

/** Calls by name, with a bar for each relative to the largest. */
export function UsageTable({ caption, what, rows }: UsageTableProps) {
  const most = Math.max(1, ...rows.map(({ calls }) => calls))
  if (rows.length === 0) return <p className={classes.none}>{texts.none}</p>
  return (
    <DataTable
      caption={caption}
      columns={columnsOf(what, most)}
      rows={rows}
      rowKey={({ name }) => name}
    />
  )
}

function columnsOf(what: string, most: number): Column<Row>[] {
  return [
    { header: what, phone: true, cell: ({ name }) => <code>{name}</code> },
    {
      header: texts.table.share,
      width: '72px',
      cell: ({ calls }) => <ShareBar share={calls / most} />,
    },
    {
      header: texts.table.calls,
      width: '80px',
      align: 'end',
      phone: true,
      cell: ({ calls }) => formatCount(calls),
    },
    {
      header: texts.table.refused,
      width: '80px',
      align: 'end',
      cell: ({ refused }) => formatCount(refused),
    },
    {
      header: texts.table.failed,
      width: '68px',
      align: 'end',
      cell: ({ failed }) => formatCount(failed),
    },
    { header: texts.table.last, width: '100px', cell: ({ lastAt }) => <Time iso={lastAt} /> },
  ]
}
