'use client'

import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { Time } from '#format/time.tsx'
import { Section } from '#frame/section.tsx'
import { SectionLead } from '#frame/section-lead.tsx'
import { actWords } from '#security-log/act-words.ts'
import type { RouterOutput } from '#server/trpc/router.ts'
import { Loaded } from '#states/loaded.tsx'
import type { Column } from '#table/column.ts'
import { DataTable } from '#table/data-table.tsx'
import { texts } from '#texts/account.tsx'
import classes from './account.module.css'
import { deviceOf } from './device.ts'

type Act = RouterOutput['account']['activity']['items'][number]

const columns: readonly Column<Act>[] = [
  { header: texts.activity.what, phone: true, cell: (act) => <What act={act} /> },
  { header: texts.activity.address, width: '26%', cell: ({ address }) => address ?? '–' },
  { header: texts.activity.when, width: '112px', phone: true, cell: ({ at }) => <Time iso={at} /> },
]

/** Sign-ins to the account and changes to it, newest first. */
export function Activity() {
  const trpc = useTRPC()
  const query = useInfiniteQuery(
    trpc.account.activity.infiniteQueryOptions(
      {},
      { getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined },
    ),
  )
  const { hasNextPage, fetchNextPage, isFetchingNextPage } = query
  return (
    <Section title={texts.activity.title}>
      <SectionLead>{texts.activity.lead}</SectionLead>
      <Loaded query={query} title={texts.activity.failed} waiting={<Skeleton height={160} />}>
        {({ pages }) => <Acts rows={pages.flatMap(({ items }) => items)} />}
      </Loaded>
      {hasNextPage && (
        <Button
          variant="default"
          size="compact-sm"
          mt="sm"
          loading={isFetchingNextPage}
          onClick={() => fetchNextPage()}
        >
          {texts.activity.showOlder}
        </Button>
      )}
    </Section>
  )
}

function Acts({ rows }: { rows: readonly Act[] }) {
  if (rows.length === 0) return <p className={classes.quiet}>{texts.activity.none}</p>
  return (
    <DataTable
      caption={texts.activity.title}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => String(id)}
    />
  )
}

function What({ act }: { act: Act }) {
  return (
    <>
      <div>{actWords(act)}</div>
      {act.device && <div className={classes.quiet}>{deviceOf(act.device)}</div>}
    </>
  )
}
