import { Time } from '#format/time.tsx'
import type { Column } from '#table/column.ts'
import { RowButton } from '#table/row-target.tsx'
import type { Logged } from './logged.ts'

/** The log's columns; `open` shows what an entry changed. */
export function auditColumns(open: (entry: Logged) => void): Column<Logged>[] {
  return [
    {
      header: 'What',
      phone: true,
      cell: (entry) => (
        <RowButton
          onClick={() => open(entry)}
          below={<code>{entry.resource}</code>}
          belowOnPhone={whoOf(entry)}
        >
          {entry.operation}
        </RowButton>
      ),
    },
    {
      header: 'Who',
      width: '30%',
      cell: whoOf,
    },
    {
      header: 'From',
      width: '150px',
      cell: ({ address }) => (address ? <code>{address}</code> : '–'),
    },
    { header: 'When', width: '112px', phone: true, cell: ({ at }) => <Time iso={at} /> },
  ]
}

function whoOf({ actor }: Logged): string {
  return `${actor.name}${actor.type === 'key' ? ' (key)' : ''}`
}
