'use client'

import { Button, Group, SegmentedControl, Stack } from '@mantine/core'
import { useState } from 'react'
import { formatCount } from '#format/values.ts'
import type { Column } from '#table/column.ts'
import { DataTable } from '#table/data-table.tsx'
import { RowWords } from '#table/row-target.tsx'
import { texts } from '#texts/things-csv.tsx'
import type { Outcome } from './batches.ts'
import classes from './import.module.css'

/** How many rows are shown; the counts include all. */
const SHOWN = 200

const { results } = texts.preview

const columns: readonly Column<Outcome>[] = [
  { header: texts.preview.line, width: '72px', phone: true, cell: ({ row }) => row.line },
  {
    header: texts.preview.thing,
    phone: true,
    cell: ({ row: { entry }, words }) => (
      <RowWords belowOnPhone={<span className={classes.why}>{words.join('; ')}</span>}>
        {entry.name} {entry.id ? <code>{entry.id}</code> : entry.name === undefined && '–'}
      </RowWords>
    ),
  },
  {
    header: texts.preview.result,
    width: '110px',
    phone: true,
    cell: ({ result }) => results[result],
  },
  {
    header: texts.preview.details,
    cell: ({ words }) => <span className={classes.why}>{words.join('; ') || '–'}</span>,
  },
]

interface PreviewProps {
  readonly outcomes: readonly Outcome[]
  readonly onWrite: () => void
  readonly onBack: () => void
}

/** Shows what each row of a file would do, before anything is imported. */
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
        aria-label={texts.preview.rows}
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
      {rows.length > SHOWN && <p className={classes.hint}>{texts.preview.cut(SHOWN)}</p>}
      {faulty > 0 && <p className={classes.hint}>{texts.preview.skipped}</p>}
      <Group>
        <Button onClick={onWrite} disabled={writable === 0}>
          {writable === 0 ? texts.preview.nothing : texts.preview.import(formatCount(writable))}
        </Button>
        <Button variant="default" onClick={onBack}>
          {texts.preview.back}
        </Button>
      </Group>
    </Stack>
  )
}
