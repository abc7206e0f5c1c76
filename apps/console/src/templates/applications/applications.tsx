'use client'

import { Button, Group, Menu } from '@mantine/core'
import type { Template, TemplateApplication } from '@sluice/contract'
import { IconChevronDown } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useTRPC } from '#data/trpc.ts'
import { Time } from '#format/time.tsx'
import { formatCount } from '#format/values.ts'
import { useMayChange } from '#frame/console-context.tsx'
import { Section } from '#frame/section.tsx'
import { Loaded } from '#states/loaded.tsx'
import type { Column } from '#table/column.ts'
import { DataTable } from '#table/data-table.tsx'
import { EmptyPage } from '#table/empty-page.tsx'
import { Pager } from '#table/pager.tsx'
import { RowWords } from '#table/row-target.tsx'
import { texts } from '#texts/templates-applications.ts'
import { useUrlState } from '#url/use-url-state.ts'
import { applicationsQuery } from '../query.ts'
import { ForgetApplication } from './forget-application.tsx'

const Drift = dynamic(() => import('./drift.tsx').then((all) => all.Drift), { ssr: false })

interface ApplicationsProps {
  readonly template: Template
  /** Whether the form, which `onReuse` would start anew, waits for an answer. */
  readonly isBusy: boolean
  readonly onReuse: (application: TemplateApplication) => void
}

/** The applications of a template. One can be selected to show its drift. */
export function Applications({ template, isBusy, onReuse }: ApplicationsProps) {
  const trpc = useTRPC()
  const mayChange = useMayChange()
  const [compared, setCompared] = useState<string>()
  const [forgotten, setForgotten] = useState<TemplateApplication>()
  const { params } = useUrlState()
  const query = useQuery({
    ...trpc.templates.applications.queryOptions(applicationsQuery(template.id, params)),
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded query={query} title={texts.failed}>
      {(data) => {
        if (data.items.length === 0) return <EmptyPage>{null}</EmptyPage>
        const chosen = data.items.find(({ id }) => id === compared)
        return (
          <>
            <Section title={texts.title}>
              <DataTable
                caption={texts.title}
                columns={columnsOf(mayChange, {
                  isBusy,
                  onReuse,
                  onCompare: setCompared,
                  onForget: setForgotten,
                })}
                rows={data.items}
                rowKey={({ id }) => id}
                isBusy={query.isPlaceholderData}
              />
              <Pager nextCursor={data.nextCursor} />
            </Section>
            {chosen && (
              <Drift
                key={chosen.id}
                application={chosen}
                isBusy={isBusy}
                onReuse={() => onReuse(chosen)}
              />
            )}
            <ForgetApplication application={forgotten} onClose={() => setForgotten(undefined)} />
          </>
        )
      }}
    </Loaded>
  )
}

interface Handlers extends Pick<ApplicationsProps, 'isBusy' | 'onReuse'> {
  readonly onCompare: (id: string) => void
  readonly onForget: (application: TemplateApplication) => void
}

function columnsOf(
  mayChange: boolean,
  { isBusy, onReuse, onCompare, onForget }: Handlers,
): Column<TemplateApplication>[] {
  return [
    {
      header: texts.application,
      phone: true,
      cell: ({ id, upToDate, appliedAt }) => (
        <RowWords
          below={upToDate ? undefined : texts.outdated}
          belowOnPhone={<Time iso={appliedAt} />}
        >
          <code>{id}</code>
        </RowWords>
      ),
    },
    {
      header: texts.applied,
      width: '120px',
      cell: ({ appliedAt }) => <Time iso={appliedAt} />,
    },
    { header: texts.by, cell: ({ appliedBy }) => appliedBy.name },
    {
      header: texts.resources,
      width: '90px',
      align: 'end',
      cell: ({ resourceCount }) => formatCount(resourceCount),
    },
    {
      header: texts.actions,
      width: mayChange ? '210px' : '110px',
      phone: true,
      align: 'end',
      cell: (application) => (
        <Group gap={6} justify="flex-end" wrap="nowrap">
          <Button variant="default" size="xs" onClick={() => onCompare(application.id)}>
            {texts.compare}
          </Button>
          {mayChange && (
            <RowMenu
              application={application}
              isBusy={isBusy}
              onReuse={() => onReuse(application)}
              onForget={() => onForget(application)}
            />
          )}
        </Group>
      ),
    },
  ]
}

interface RowMenuProps {
  readonly application: TemplateApplication
  readonly isBusy: boolean
  readonly onReuse: () => void
  readonly onForget: () => void
}

function RowMenu({ application: { id }, isBusy, onReuse, onForget }: RowMenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          rightSection={<IconChevronDown size={13} />}
          aria-label={texts.moreOf(id)}
        >
          {texts.more}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onReuse} disabled={isBusy}>
          {texts.again}
        </Menu.Item>
        <Menu.Item color="red" onClick={onForget}>
          {texts.forgetOpens}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
