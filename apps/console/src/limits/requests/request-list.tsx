'use client'

import type { LimitRequest } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { Time } from '#format/time.tsx'
import { Section } from '#frame/section.tsx'
import { StatusMark } from '#states/status-mark.tsx'
import type { Column } from '#table/column.ts'
import { DataTable } from '#table/data-table.tsx'
import { requestsQuery } from './query.ts'
import classes from './request-list.module.css'
import { askedWords, outcomeWords } from './words.ts'

/** A decision is shown without a reload, soon enough for somebody who waits for it. */
const EVERY_MS = 10_000

const columns: readonly Column<LimitRequest>[] = [
  {
    header: 'Status',
    width: '110px',
    phone: true,
    cell: ({ status }) => <StatusMark status={status} />,
  },
  {
    header: 'Asked for',
    phone: true,
    cell: (request) => (
      <>
        <div className={classes.words}>{askedWords(request)}</div>
        <div className={classes.reason}>{request.reason}</div>
      </>
    ),
  },
  {
    header: 'Outcome',
    phone: true,
    cell: (request) => <div className={classes.words}>{outcomeWords(request)}</div>,
  },
  { header: 'By', width: '16%', cell: ({ createdBy }) => createdBy.name },
  { header: 'Asked', width: '108px', cell: ({ createdAt }) => <Time iso={createdAt} /> },
]

/** What the organization has asked for, and what came of it; nothing where it never did. */
export function RequestList() {
  const trpc = useTRPC()
  const { data } = useQuery({
    ...trpc.limitRequests.list.queryOptions(requestsQuery),
    refetchInterval: EVERY_MS,
  })
  if (!data || data.items.length === 0) return null
  return (
    <Section title="Requests for higher limits">
      <DataTable
        caption="Requests for higher limits"
        columns={columns}
        rows={data.items}
        rowKey={({ id }) => id}
      />
    </Section>
  )
}
