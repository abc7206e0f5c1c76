import { Time } from '#format/time.tsx'
import type { Column } from '#table/column.ts'
import { RowButton } from '#table/row-target.tsx'
import { texts } from '#texts/audit.ts'
import classes from './columns.module.css'
import type { Logged } from './logged.ts'
import { Others } from './others.tsx'
import { Sentence } from './sentences/sentence.tsx'

/** Columns of the audit log; `open` shows the entry's drawer. */
export function auditColumns(open: (entry: Logged) => void): Column<Logged>[] {
  return [
    {
      header: texts.what,
      phone: true,
      cell: (entry) => (
        <>
          <span className={classes.sentence}>
            <Sentence entry={entry} />
          </span>
          <Others entry={entry} />
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
