'use client'

import { Button, Group, Skeleton } from '@mantine/core'
import type { TemplateApplication } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'

import { Section } from '#frame/section.tsx'
import { Loaded } from '#states/loaded.tsx'
import type { Column } from '#table/column.ts'
import { DataTable } from '#table/data-table.tsx'
import { RowWords } from '#table/row-target.tsx'
import { texts as templateTexts } from '#texts/templates.ts'
import { texts } from '#texts/templates-applications.ts'
import { changeWords } from '../plan/plan-words.ts'
import type { DriftedRow, DriftReport } from '../served.ts'
import classes from './drift.module.css'

interface DriftProps {
  readonly application: TemplateApplication
  readonly isBusy: boolean
  readonly onReuse: () => void
}

/** It appears below a list of any length. */
const focus = (element: HTMLElement | null) => element?.focus()

/** How many rows are shown. An apply also repairs the others. */
const SHOWN = 200

/** Shows what has changed since a template was applied. */
export function Drift({ application: { templateId, id }, isBusy, onReuse }: DriftProps) {
  const trpc = useTRPC()
  const query = useQuery(
    trpc.templates.drift.queryOptions({ params: { templateId, applicationId: id }, query: {} }),
  )
  return (
    <div ref={focus} tabIndex={-1}>
      <Section title={texts.drift.title(id)}>
        <Loaded query={query} title={texts.drift.failed} waiting={<Skeleton height={120} />}>
          {(data) => (
            <>
              <p className={classes.summary}>{summaryOf(data)}</p>
              {data.resources.length > 0 && (
                <>
                  <DataTable
                    caption={texts.drift.caption}
                    columns={columns}
                    rows={data.resources.slice(0, SHOWN)}
                    rowKey={(row) => `${row.kind} ${row.id}`}
                  />
                  <Group my="sm">
                    <Button variant="default" size="xs" onClick={onReuse} disabled={isBusy}>
                      {texts.again}
                    </Button>
                  </Group>
                </>
              )}
            </>
          )}
        </Loaded>
      </Section>
    </div>
  )
}

function summaryOf({ summary, resources }: DriftReport): string {
  const { unchanged, changed, missing, hidden } = summary
  const isNothing = resources.length === 0
  const sentences = [
    isNothing ? texts.drift.nothing : texts.drift.summary(changed, missing, unchanged),
    ...(hidden > 0 ? [texts.drift.hidden(hidden)] : []),
    ...(resources.length > SHOWN ? [texts.drift.shown(SHOWN)] : []),
  ]
  return sentences.join(' ')
}

const columns: Column<DriftedRow>[] = [
  {
    header: texts.drift.state,
    width: '110px',
    phone: true,
    cell: ({ state }) => (state === 'missing' ? texts.drift.missing : texts.drift.changed),
  },
  {
    header: texts.drift.resource,
    phone: true,
    cell: (row) => (
      <RowWords below={templateTexts.kind[row.kind]} belowOnPhone={changesOf(row)}>
        <code>{row.id}</code>
      </RowWords>
    ),
  },
  {
    header: texts.drift.change,
    cell: (row) => <span title={changesOf(row)}>{changesOf(row)}</span>,
  },
]

function changesOf({ changes }: DriftedRow): string {
  return changes.map(changeWords).join('; ') || '–'
}
