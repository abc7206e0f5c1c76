'use client'

import { Button, Group, Skeleton } from '@mantine/core'
import type { TemplateApplication } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { formatCount } from '#format/values.ts'
import { Section } from '#frame/section.tsx'
import { Failed } from '#states/failed.tsx'
import type { Column } from '#table/column.ts'
import { DataTable } from '#table/data-table.tsx'
import { RowWords } from '#table/row-target.tsx'
import { kindName } from '../makes.ts'
import { changeWords } from '../plan/plan-words.ts'
import type { DriftedRow, DriftReport } from '../served.ts'
import classes from './drift.module.css'

interface DriftProps {
  readonly application: TemplateApplication
  readonly onReuse: () => void
}

/** Rows that are shown; an apply mends the others too. */
const SHOWN = 200

/** What has changed since a template was applied. */
export function Drift({ application: { templateId, id }, onReuse }: DriftProps) {
  const trpc = useTRPC()
  const { data, error, refetch } = useQuery(
    trpc.templates.drift.queryOptions({ params: { templateId, applicationId: id }, query: {} }),
  )
  if (error) return <Failed what="The comparison" error={error} retry={refetch} />
  return (
    <Section title={`Since ${id} was applied`}>
      {!data && <Skeleton height={120} />}
      {data && <p className={classes.summary}>{summaryOf(data)}</p>}
      {data && data.resources.length > 0 && (
        <>
          <DataTable
            caption="What has changed"
            columns={columns}
            rows={data.resources.slice(0, SHOWN)}
            rowKey={(row) => `${row.kind} ${row.id}`}
          />
          <Group my="sm">
            <Button variant="default" size="xs" onClick={onReuse}>
              Apply it again…
            </Button>
          </Group>
        </>
      )}
    </Section>
  )
}

function summaryOf({ summary, resources }: DriftReport): string {
  const { unchanged, changed, missing, hidden } = summary
  const hiding = hidden > 0 ? ` ${formatCount(hidden)} are hidden: you may not read them.` : ''
  if (resources.length === 0) return `Nothing has changed.${hiding}`
  const rest = resources.length > SHOWN ? ` The first ${SHOWN} are shown.` : ''
  return `${formatCount(changed)} changed, ${formatCount(missing)} missing, ${formatCount(unchanged)} as they were.${hiding}${rest}`
}

const columns: Column<DriftedRow>[] = [
  {
    header: 'State',
    width: '110px',
    phone: true,
    cell: ({ state }) => (state === 'missing' ? 'Missing' : 'Changed'),
  },
  {
    header: 'Resource',
    phone: true,
    cell: (row) => (
      <RowWords below={kindName(row.kind)} belowOnPhone={changesOf(row)}>
        <code>{row.id}</code>
      </RowWords>
    ),
  },
  {
    header: 'As applied → now',
    cell: (row) => <span title={changesOf(row)}>{changesOf(row)}</span>,
  },
]

function changesOf({ changes }: DriftedRow): string {
  return changes.map(changeWords).join('; ') || '–'
}
