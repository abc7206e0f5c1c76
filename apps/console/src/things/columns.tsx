import type { Thing } from '@sluice/contract'
import { Time } from '#format/time.tsx'
import { StatusMark } from '#states/status-mark.tsx'
import type { Column } from '#table/column.ts'
import { RowLink } from '#table/row-target.tsx'

export const thingColumns: readonly Column<Thing>[] = [
  {
    header: 'Name',
    phone: true,
    cell: ({ id, name }) => (
      <RowLink href={`/things/${encodeURIComponent(id)}`} belowOnPhone={<code>{id}</code>}>
        {name}
      </RowLink>
    ),
  },
  { header: 'Id', cell: ({ id }) => <code>{id}</code> },
  { header: 'Type', width: '140px', cell: ({ thingTypeId }) => <code>{thingTypeId}</code> },
  {
    header: 'Site',
    width: '184px',
    cell: ({ siteId }) => (siteId ? <code>{siteId}</code> : '–'),
  },
  {
    header: 'Status',
    width: '104px',
    phone: true,
    cell: ({ status }) => <StatusMark status={status} />,
  },
  {
    header: 'Last seen',
    width: '120px',
    cell: ({ lastSeenAt }) => (lastSeenAt ? <Time iso={lastSeenAt} /> : 'Never'),
  },
]
