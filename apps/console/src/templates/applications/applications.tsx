'use client'

import { Button, Group } from '@mantine/core'
import type { Template, TemplateApplication } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '#data/trpc.ts'
import { Time } from '#format/time.tsx'
import { formatCount } from '#format/values.ts'
import { Section } from '#frame/section.tsx'
import { Failed } from '#states/failed.tsx'
import type { Column } from '#table/column.ts'
import { DataTable } from '#table/data-table.tsx'
import { RowWords } from '#table/row-target.tsx'
import { applicationsQuery } from '../query.ts'
import { Drift } from './drift.tsx'

interface ApplicationsProps {
  readonly template: Template
  readonly onReuse: (application: TemplateApplication) => void
}

/** What the template was applied with, and, of one that is chosen, what has changed since. */
export function Applications({ template, onReuse }: ApplicationsProps) {
  const trpc = useTRPC()
  const [compared, setCompared] = useState<string>()
  const { data, error, refetch } = useQuery(
    trpc.templates.applications.queryOptions(applicationsQuery(template.id)),
  )
  if (error) return <Failed what="The applications" error={error} retry={refetch} />
  if (!data || data.items.length === 0) return null
  const chosen = data.items.find(({ id }) => id === compared)
  return (
    <>
      <Section title="Applications">
        <DataTable
          caption="Applications"
          columns={columnsOf(onReuse, setCompared)}
          rows={data.items}
          rowKey={({ id }) => id}
        />
      </Section>
      {chosen && <Drift key={chosen.etag} application={chosen} onReuse={() => onReuse(chosen)} />}
    </>
  )
}

function columnsOf(
  onReuse: ApplicationsProps['onReuse'],
  onCompare: (id: string) => void,
): Column<TemplateApplication>[] {
  return [
    {
      header: 'Application',
      phone: true,
      cell: ({ id, upToDate, appliedAt }) => (
        <RowWords
          below={upToDate ? undefined : 'The template has changed since'}
          belowOnPhone={<Time iso={appliedAt} />}
        >
          <code>{id}</code>
        </RowWords>
      ),
    },
    {
      header: 'Applied',
      width: '120px',
      cell: ({ appliedAt }) => <Time iso={appliedAt} />,
    },
    { header: 'By', cell: ({ appliedBy }) => appliedBy.name },
    {
      header: 'Resources',
      width: '90px',
      align: 'end',
      cell: ({ resourceCount }) => formatCount(resourceCount),
    },
    {
      header: 'Actions',
      width: '210px',
      phone: true,
      align: 'end',
      cell: (application) => (
        <Group gap={6} justify="flex-end" wrap="nowrap">
          <Button variant="default" size="xs" onClick={() => onReuse(application)}>
            Take up
          </Button>
          <Button variant="default" size="xs" onClick={() => onCompare(application.id)}>
            Compare
          </Button>
        </Group>
      ),
    },
  ]
}
