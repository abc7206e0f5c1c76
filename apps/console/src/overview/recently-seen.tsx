import type { Thing } from '@sluice/contract'
import { Time } from '#format/time.tsx'
import { Section } from '#frame/section.tsx'
import type { Column } from '#table/column.ts'
import { DataTable } from '#table/data-table.tsx'
import { RowLink } from '#table/row-target.tsx'

type Row = Pick<Thing, 'id' | 'name' | 'thingTypeId' | 'lastSeenAt'>

const columns: readonly Column<Row>[] = [
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
  { header: 'Type', cell: ({ thingTypeId }) => <code>{thingTypeId}</code> },
  {
    header: 'Last seen',
    width: '120px',
    phone: true,
    cell: ({ lastSeenAt }) => lastSeenAt && <Time iso={lastSeenAt} />,
  },
]

/** The things that sent data last, in this order; nothing where none ever did. */
export function RecentlySeen({ things }: { things: readonly Row[] }) {
  const rows = things.filter(({ lastSeenAt }) => lastSeenAt !== null)
  if (rows.length === 0) return null
  return (
    <Section title="Last seen">
      <DataTable
        caption="Recently seen things"
        columns={columns}
        rows={rows}
        rowKey={(thing) => thing.id}
      />
    </Section>
  )
}
