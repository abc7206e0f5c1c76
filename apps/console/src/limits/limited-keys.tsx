import type { LimitUsage } from '@sluice/contract'
import Link from 'next/link'
import { Time } from '#format/time.tsx'
import { formatCount } from '#format/values.ts'
import type { Column } from '#table/column.ts'
import { DataTable } from '#table/data-table.tsx'
import classes from './limited-keys.module.css'

type Row = LimitUsage['keys'][number]

const columns: Column<Row>[] = [
  {
    header: 'Key',
    phone: true,
    cell: ({ keyId }) => (
      <Link href={`/keys/${keyId}?tab=usage`}>
        <code>{keyId}</code>
      </Link>
    ),
  },
  {
    header: 'Calls',
    width: '120px',
    align: 'end',
    phone: true,
    cell: (row) => formatCount(row.calls),
  },
  {
    header: 'Refused',
    width: '120px',
    align: 'end',
    phone: true,
    cell: (row) => formatCount(row.limited),
  },
  { header: 'Last', width: '120px', cell: ({ lastAt }) => <Time iso={lastAt} /> },
]

/** The keys that called, those first that were refused most. */
export function LimitedKeys({ keys }: { keys: readonly Row[] }) {
  if (keys.length === 0) return <p className={classes.none}>No key has called in these days.</p>
  return (
    <DataTable
      caption="Calls by key, and those refused for want of units"
      columns={columns}
      rows={keys}
      rowKey={({ keyId }) => keyId}
    />
  )
}
