import type { Key } from '@sluice/contract'
import { Time } from '#format/time.tsx'
import { StatusMark } from '#states/status-mark.tsx'
import type { Column } from '#table/column.ts'
import { RowButton } from '#table/row-target.tsx'
import { scopesSummary } from './scopes-summary.ts'

/** The keys table; `open` shows a key's details. */
export function keyColumns(open: (key: Key) => void): Column<Key>[] {
  return [
    {
      header: 'Name',
      phone: true,
      cell: (key) => (
        <RowButton onClick={() => open(key)} belowOnPhone={<code>{key.display}</code>}>
          {key.name}
        </RowButton>
      ),
    },
    { header: 'Type', width: '86px', cell: (key) => key.keyType },
    {
      header: 'Status',
      width: '104px',
      phone: true,
      cell: (key) => <StatusMark status={key.status} />,
    },
    { header: 'Key', width: '236px', cell: (key) => <code>{key.display}</code> },
    { header: 'Scopes', cell: (key) => scopesSummary(key.scopes) },
    {
      header: 'Last used',
      width: '116px',
      cell: (key) => (key.lastUsedAt ? <Time iso={key.lastUsedAt} /> : 'Never'),
    },
    {
      header: 'Expires',
      width: '116px',
      cell: (key) => (key.expiresAt ? <Time iso={key.expiresAt} /> : 'Never'),
    },
  ]
}
