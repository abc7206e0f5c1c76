import type { OrganizationUsage } from '@sluice/contract'
import { ShareBar } from '#charts/share-bar.tsx'
import { formatCount } from '#format/values.ts'
import type { Column } from '#table/column.ts'
import { DataTable } from '#table/data-table.tsx'
import { RowLink } from '#table/row-target.tsx'
import { texts } from '#texts/usage.ts'
import classes from './busy-things.module.css'

type Row = OrganizationUsage['things'][number]

/** The things that sent the most samples, with their shares, and the sum of all others. */
export function BusyThings({ usage }: { usage: OrganizationUsage }) {
  const { samples, things, otherSamples } = usage
  if (samples === 0) {
    return <p className={classes.words}>{texts.byThing.none}</p>
  }
  return (
    <>
      {things.length > 0 && (
        <DataTable
          caption={texts.byThing.caption}
          columns={columnsOf(samples)}
          rows={things}
          rowKey={({ thingId }) => thingId}
        />
      )}
      {otherSamples > 0 && (
        <p className={classes.words}>{texts.byThing.others(formatCount(otherSamples))}</p>
      )}
    </>
  )
}

function columnsOf(all: number): Column<Row>[] {
  return [
    {
      header: texts.byThing.thing,
      phone: true,
      cell: ({ thingId, name }) => (
        <RowLink href={`/things/${encodeURIComponent(thingId)}`} below={<code>{thingId}</code>}>
          {name}
        </RowLink>
      ),
    },
    {
      header: texts.byThing.share,
      cell: ({ samples }) => <ShareBar share={samples / all} />,
    },
    {
      header: texts.byThing.samples,
      width: '160px',
      align: 'end',
      phone: true,
      cell: ({ samples }) => formatCount(samples),
    },
  ]
}
