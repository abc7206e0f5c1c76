import type { LimitUsage } from '@sluice/contract'
import { Time } from '#format/time.tsx'
import { formatCount } from '#format/values.ts'
import type { Column } from '#table/column.ts'
import { DataTable } from '#table/data-table.tsx'
import { RowLink, RowWords } from '#table/row-target.tsx'
import classes from './limited-keys.module.css'

type Row = LimitUsage['keys'][number]

const linkedName: Column<Row> = {
  header: 'Key',
  phone: true,
  cell: ({ keyId, name }) => (
    <RowLink href={`/keys/${keyId}?tab=usage`} below={<code>{keyId}</code>}>
      {name}
    </RowLink>
  ),
}

const plainName: Column<Row> = {
  ...linkedName,
  cell: ({ keyId, name }) => <RowWords below={<code>{keyId}</code>}>{name}</RowWords>,
}

const counts: Column<Row>[] = [
  {
    header: 'Calls',
    width: '120px',
    align: 'end',
    phone: true,
    cell: (row) => formatCount(row.calls),
  },
  {
    header: 'Rate limited',
    width: '120px',
    align: 'end',
    phone: true,
    cell: (row) => formatCount(row.limited),
  },
  { header: 'Last', width: '120px', cell: ({ lastAt }) => <Time iso={lastAt} /> },
]

/** The keys that called, those first that were rate limited most. */
export function LimitedKeys({ keys, linked }: { keys: readonly Row[]; linked: boolean }) {
  if (keys.length === 0) return <p className={classes.none}>No key made calls in this period.</p>
  return (
    <DataTable
      caption="Calls by key, and how many were rate limited"
      columns={[linked ? linkedName : plainName, ...counts]}
      rows={keys}
      rowKey={({ keyId }) => keyId}
    />
  )
}
