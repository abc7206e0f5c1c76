import type { Thing } from '@sluice/contract'
import { Time } from '#format/time.tsx'
import { Section } from '#frame/section.tsx'
import type { Column } from '#table/column.ts'
import { DataTable } from '#table/data-table.tsx'
import { RowLink } from '#table/row-target.tsx'
import { texts } from '#texts/overview.ts'

type Row = Pick<Thing, 'id' | 'name' | 'thingTypeId' | 'lastSeenAt'>

const columns: readonly Column<Row>[] = [
  {
    header: texts.recentlySeen.name,
    phone: true,
    cell: ({ id, name }) => (
      <RowLink href={`/things/${encodeURIComponent(id)}`} belowOnPhone={<code>{id}</code>}>
        {name}
      </RowLink>
    ),
  },
  { header: texts.recentlySeen.id, cell: ({ id }) => <code>{id}</code> },
  { header: texts.recentlySeen.type, cell: ({ thingTypeId }) => <code>{thingTypeId}</code> },
  {
    header: texts.recentlySeen.lastSeen,
    width: '120px',
    phone: true,
    cell: ({ lastSeenAt }) => lastSeenAt && <Time iso={lastSeenAt} />,
  },
]

/** The things that sent data most recently; hidden if none ever did. */
export function RecentlySeen({ things }: { things: readonly Row[] }) {
  const rows = things.filter(({ lastSeenAt }) => lastSeenAt !== null)
  if (rows.length === 0) return null
  return (
    <Section title={texts.recentlySeen.lastSeen}>
      <DataTable
        caption={texts.recentlySeen.title}
        columns={columns}
        rows={rows}
        rowKey={(thing) => thing.id}
      />
    </Section>
  )
}
