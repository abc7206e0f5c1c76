import { PageLink } from '#address/page-link.tsx'
import { Time } from '#format/time.tsx'
import type { Column } from '#table/column.ts'
import { RowButton } from '#table/row-target.tsx'
import { texts } from '#texts/audit.ts'
import classes from './columns.module.css'
import type { Logged } from './logged.ts'
import { Sentence } from './sentences/sentence.tsx'

/** How many more its call has made: the way to all of them. */
function Others({ entry: { entries, requestId } }: { entry: Logged }) {
  if (entries < 2 || requestId === null) return null
  return (
    <>
      {' '}
      <PageLink
        className={classes.others ?? ''}
        href={`/audit-log?request=${encodeURIComponent(requestId)}`}
      >
        {texts.others(entries - 1)}
      </PageLink>
    </>
  )
}

/** The log's columns; `open` shows what an entry changed. */
export function auditColumns(open: (entry: Logged) => void): Column<Logged>[] {
  return [
    {
      header: texts.what,
      phone: true,
      cell: (entry) => (
        <>
          <span className={classes.sentence}>
            <Sentence entry={entry} />
            <Others entry={entry} />
          </span>
          <RowButton onClick={() => open(entry)}>
            <code className={classes.operation}>{entry.operation}</code>
          </RowButton>
        </>
      ),
    },
    {
      header: texts.from,
      width: '150px',
      cell: ({ address }) => (address ? <code>{address}</code> : '–'),
    },
    { header: texts.when, width: '112px', phone: true, cell: ({ at }) => <Time iso={at} /> },
  ]
}
