import { Checkbox } from '@mantine/core'
import type { SeenThing } from '@sluice/contract'
import { Time } from '#format/time.tsx'
import { StatusMark } from '#states/status-mark.tsx'
import type { Column } from '#table/column.ts'
import { RowLink } from '#table/row-target.tsx'
import type { Selection } from '#table/use-selection.ts'
import { texts as common } from '#texts/common.ts'
import { texts } from '#texts/things.ts'
import classes from './columns.module.css'
import { freshnessLabels } from './freshness-words.ts'

/**
 * Columns of the things page, whose headings sort it.
 *
 * @param selection omitted for users who may not change things
 */
export function pageColumns(selection: Selection | undefined): Column<SeenThing>[] {
  return [
    {
      header: texts.name,
      phone: true,
      sorts: ['name', '-name'],
      cell: (thing) =>
        selection ? (
          <span className={classes.name}>
            <SelectThing thing={thing} selection={selection} />
            <ThingLink thing={thing} />
          </span>
        ) : (
          <ThingLink thing={thing} />
        ),
    },
    { header: texts.id, cell: ({ id }) => <code>{id}</code> },
    {
      header: texts.type,
      width: '128px',
      cell: ({ thingTypeId }) => <code title={thingTypeId}>{thingTypeId}</code>,
    },
    {
      header: texts.site,
      width: '128px',
      cell: ({ siteId }) => (siteId ? <code title={siteId}>{siteId}</code> : '–'),
    },
    { header: texts.status, width: '96px', cell: ({ status }) => <StatusMark status={status} /> },
    {
      header: texts.freshness,
      width: '96px',
      phone: true,
      cell: ({ freshness }) =>
        freshness ? (
          <StatusMark status={freshnessLabels[freshness]} />
        ) : (
          <span title={texts.notExpected}>–</span>
        ),
    },
    {
      header: texts.lastSeen,
      width: '112px',
      sorts: ['-lastSeenAt', 'lastSeenAt'],
      cell: ({ lastSeenAt }) => (lastSeenAt ? <Time iso={lastSeenAt} /> : common.never),
    },
  ]
}

function ThingLink({ thing: { id, name } }: { thing: SeenThing }) {
  return (
    <RowLink href={`/things/${encodeURIComponent(id)}`} belowOnPhone={<code>{id}</code>}>
      {name}
    </RowLink>
  )
}

interface SelectThingProps {
  readonly thing: SeenThing
  readonly selection: Selection
}

function SelectThing({ thing, selection }: SelectThingProps) {
  return (
    <Checkbox
      className={classes.select ?? ''}
      size="xs"
      aria-label={texts.select(thing.name)}
      checked={selection.has(thing.id)}
      onChange={() => selection.toggle(thing.id)}
    />
  )
}
