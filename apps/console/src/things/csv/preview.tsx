'use client'

import { Button, Group, SegmentedControl, Stack } from '@mantine/core'
import { useState } from 'react'
import { formatCount } from '#format/values.ts'
import type { Column } from '#table/column.ts'
import { DataTable } from '#table/data-table.tsx'
import { RowWords } from '#table/row-target.tsx'
import type { Outcome } from './batches.ts'
import classes from './import.module.css'

/** More rows than these nobody reads; the counts tell of all. */
const SHOWN = 200

const results = {
  created: 'Created',
  updated: 'Updated',
  unchanged: 'Unchanged',
  faulty: 'Errors',
} as const

const columns: readonly Column<Outcome>[] = [
  { header: 'Line', width: '72px', phone: true, cell: ({ row }) => row.line },
  {
    header: 'Thing',
    phone: true,
    cell: ({ row: { entry }, words }) => (
      <RowWords belowOnPhone={<span className={classes.why}>{words.join('; ')}</span>}>
        {entry.id ? <code>{entry.id}</code> : (entry.name ?? '–')}
      </RowWords>
    ),
  },
  { header: 'Result', width: '110px', phone: true, cell: ({ result }) => results[result] },
  {
    header: 'Details',
    cell: ({ words }) => <span className={classes.why}>{words.join('; ') || '–'}</span>,
  },
]

interface PreviewProps {
  readonly outcomes: readonly Outcome[]
  readonly onWrite: () => void
  readonly onBack: () => void
}

/** What each row of a file would do, before anything is done. */
export function Preview({ outcomes, onWrite, onBack }: PreviewProps) {
  const of = (result: Outcome['result']) => outcomes.filter((row) => row.result === result)
  const names = Object.keys(results) as Outcome['result'][]
  const [shown, setShown] = useState<Outcome['result']>(
    () => ['faulty' as const, ...names].find((result) => of(result).length > 0) ?? 'created',
  )
  const rows = of(shown)
  const writable = of('created').length + of('updated').length
  const faulty = of('faulty').length
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label="Rows"
        className={classes.results ?? ''}
        size="xs"
        value={shown}
        onChange={(value) => setShown(value as Outcome['result'])}
        data={names.map((value) => ({
          value,
          label: `${results[value]} ${formatCount(of(value).length)}`,
        }))}
      />
      <DataTable
        caption={results[shown]}
        columns={columns}
        rows={rows.slice(0, SHOWN)}
        rowKey={({ row }) => String(row.line)}
      />
      {rows.length > SHOWN && <p className={classes.hint}>The first {SHOWN} are shown.</p>}
      {faulty > 0 && <p className={classes.hint}>Rows with errors are skipped.</p>}
      <Group>
        <Button onClick={onWrite} disabled={writable === 0}>
          {writable === 0 ? 'Nothing to import' : `Import ${formatCount(writable)}`}
        </Button>
        <Button variant="default" onClick={onBack}>
          Choose another file
        </Button>
      </Group>
    </Stack>
  )
}
